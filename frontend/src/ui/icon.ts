export const icon = { size: 20, strokeWidth: 1.5, "aria-hidden": true } as const;
export const smallIcon = { ...icon, size: 16 } as const;
export const largeIcon = { ...icon, size: 24 } as const;
