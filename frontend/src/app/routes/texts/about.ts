import type { Texts } from "./text";

export const texts: Texts = {
  en: {
    title: "About Us",
    lead: "Good perfume should be finished by somebody. Wangi connects fragrance enthusiasts in Malaysia, since 2025.",
    parts: [
      {
        heading: "Why it exists",
        words: [
          "Bottles stand in drawers: a blind buy, a gift, a scent one grew out of. Somebody else has been looking for exactly that one. Wangi brings the two together, for a fixed price, a price to agree on, or in a live auction.",
        ],
      },
      {
        heading: "What is different here",
        list: [
          "The level is told. Each bottle shows how much is left and what a millilitre of it costs.",
          "The bottle in the picture is the bottle you get: the photographs are the seller’s own.",
          "Both sides confirm each step, and the record stays in the chat.",
          "Trust is shown by facts: who is verified, and by what.",
        ],
      },
      {
        heading: "What we do not do",
        words: [
          "We do not test bottles and give no certificate of authenticity. We do not sell data, and we place no advertising of others. Whoever pays for a boost is marked as promoted.",
        ],
      },
      {
        heading: "The name",
        words: ["“Wangi” is Malay for fragrant."],
      },
    ],
  },
  ms: {
    title: "Tentang Kami",
    lead: "Minyak wangi yang baik patut dihabiskan oleh seseorang. Wangi menghubungkan peminat wangian di Malaysia, sejak 2025.",
    parts: [
      {
        heading: "Mengapa ia wujud",
        words: [
          "Botol tersimpan dalam laci: pembelian tanpa menghidu, hadiah, haruman yang tidak lagi sesuai. Orang lain sedang mencari yang itu juga. Wangi mempertemukan keduanya, dengan harga tetap, harga boleh runding, atau lelongan langsung.",
        ],
      },
      {
        heading: "Apa yang berbeza di sini",
        list: [
          "Parasnya dinyatakan. Setiap botol menunjukkan bakinya dan harga semililiter.",
          "Botol dalam gambar ialah botol yang anda terima: gambar adalah milik penjual sendiri.",
          "Kedua-dua pihak mengesahkan setiap langkah, dan rekodnya kekal dalam sembang.",
          "Kepercayaan ditunjukkan dengan fakta: siapa disahkan, dan oleh apa.",
        ],
      },
      {
        heading: "Apa yang kami tidak buat",
        words: [
          "Kami tidak menguji botol dan tidak memberi sijil ketulenan. Kami tidak menjual data, dan tidak meletakkan iklan pihak lain. Sesiapa yang membayar lonjakan ditanda sebagai dipromosikan.",
        ],
      },
      {
        heading: "Nama ini",
        words: ["“Wangi” bermaksud harum dalam Bahasa Melayu."],
      },
    ],
  },
};
