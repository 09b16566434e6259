import type { Texts } from "./text";

export const texts: Texts = {
  en: {
    title: "Return Policy",
    lead: "The sale is between buyer and seller, and so is a return. Here is how to agree on one, and when we step in.",
    parts: [
      {
        heading: "Before you buy",
        words: [
          "Pre-owned bottles are sold as they are shown. Ask what you want to know first, and agree in the chat whether and until when a return is possible. What was written there counts.",
        ],
      },
      {
        heading: "When you may expect your money back",
        list: [
          "The bottle is counterfeit.",
          "It is not the bottle in the photographs.",
          "The level, the batch code or the box differ clearly from the listing.",
          "It arrives broken or leaking.",
          "It does not arrive.",
        ],
      },
      {
        heading: "When not",
        list: [
          "The scent is not to your taste, or smells different on your skin.",
          "Top notes of an old bottle have faded, and the listing named its age.",
          "A bid you regret: bids are final and binding.",
        ],
      },
      {
        heading: "How to do it",
        words: [
          "Do not press Confirm Delivery Received. Write in the chat within three days of the delivery, with photographs of the bottle, its code and the parcel. Pack it as it came and post it with tracking. Whose fault it was pays the postage: the seller’s, if the bottle is not as described.",
        ],
      },
      {
        heading: "If you do not agree",
        words: [
          "Press Report on the listing and say what happened. We read the conversation of that purchase, decide whether our terms were broken, and may remove the listing or ban the account. We do not hold your money and cannot pay it back.",
          "You may also turn to the Tribunal for Consumer Claims where the seller acts in the course of business, and to the police in a case of fraud.",
        ],
      },
    ],
  },
  ms: {
    title: "Dasar Pemulangan",
    lead: "Jualan adalah antara pembeli dan penjual, begitu juga pemulangan. Inilah cara mempersetujuinya, dan bila kami campur tangan.",
    parts: [
      {
        heading: "Sebelum membeli",
        words: [
          "Botol pra-milik dijual seperti yang ditunjukkan. Tanya dahulu apa yang anda ingin tahu, dan persetujui dalam sembang sama ada dan sehingga bila pemulangan dibenarkan. Apa yang ditulis di situ dikira.",
        ],
      },
      {
        heading: "Bila anda boleh mengharapkan wang dipulangkan",
        list: [
          "Botol itu tiruan.",
          "Ia bukan botol dalam gambar.",
          "Paras, kod kelompok atau kotaknya jelas berbeza daripada iklan.",
          "Ia tiba pecah atau bocor.",
          "Ia tidak tiba.",
        ],
      },
      {
        heading: "Bila tidak",
        list: [
          "Haruman tidak kena dengan selera anda, atau berbeza pada kulit anda.",
          "Nota atas botol lama telah pudar, dan iklan menyatakan usianya.",
          "Bidaan yang anda kesali: bidaan adalah muktamad dan mengikat.",
        ],
      },
      {
        heading: "Caranya",
        words: [
          "Jangan tekan Sahkan Penghantaran Diterima. Tulis dalam sembang dalam tempoh tiga hari selepas penghantaran, dengan gambar botol, kodnya dan bungkusan. Bungkus semula seperti asal dan pos dengan penjejakan. Pihak yang bersalah membayar pos: penjual, jika botol tidak seperti yang diterangkan.",
        ],
      },
      {
        heading: "Jika tidak bersetuju",
        words: [
          "Tekan Lapor pada iklan dan ceritakan apa yang berlaku. Kami membaca perbualan pembelian itu, menentukan sama ada terma kami dilanggar, dan boleh membuang iklan atau menyekat akaun. Kami tidak memegang wang anda dan tidak boleh memulangkannya.",
          "Anda juga boleh ke Tribunal Tuntutan Pengguna jika penjual berniaga, dan ke polis jika berlaku penipuan.",
        ],
      },
    ],
  },
};
