export const productsKey = ["products"];
export const productKey = ["product"];
export const dashboardKey = ["dashboard"];
