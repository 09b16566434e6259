/** How to look at a bottle, and where the houses whose codes are publicly known print them. */
import type { Texts } from "./text";

export const texts: Texts = {
  en: {
    title: "Authentication Guide",
    lead: "What to photograph, what to look at, and what no photograph can prove.",
    parts: [
      {
        heading: "Seven photographs that help",
        list: [
          "The whole bottle from the front, in daylight, with its cap on.",
          "The level against a lamp or a window.",
          "The base, with the batch code in focus.",
          "The atomiser and the collar without the cap.",
          "The label or the print, close enough to see its edges.",
          "The box from the front and the side with its code.",
          "The bottle beside a paper with the seller’s username and today’s date.",
        ],
      },
      {
        heading: "What to look at",
        list: [
          "The same batch code on glass and box, printed or engraved as that house does it.",
          "Glass of even thickness, a base without bubbles, a cap that sits straight.",
          "Letters with clean edges, even spacing and the spelling of the house.",
          "A tube that is fine, clear and of the right length.",
          "A colour that fits the age: older juice is often darker.",
        ],
      },
      {
        heading: "What a batch code tells, and what not",
        words: [
          "It tells when a bottle was filled, and often where. Counterfeiters copy real codes, so a code that can be looked up is no proof. A code that differs between glass and box is a question, because boxes are swapped.",
        ],
      },
      {
        heading: "House by house: where the code sits",
        words: [
          "Only what two public sources agree on. Older bottles have codes of other forms, and a code of the right form is no proof.",
        ],
        list: [
          "Chanel: four digits under the bottle or low on its back, and under the box. Its year cannot be read from it here.",
          "Dior: four characters on the base and under the box, since 1998: the last digit of the year, a letter for the month, two digits.",
          "Guerlain: the same four characters since 2002; older bottles have longer codes.",
          "Estée Lauder, Clinique, Aramis, Jo Malone, Tom Ford: three characters on the base and under the box: a letter for the place, the month (A, B and C for October to December), the last digit of the year.",
          "All others: compare the code on the glass with that on the box, and ask for a photograph of both.",
        ],
      },
      {
        heading: "When in doubt",
        words: [
          "Ask for another photograph. A seller who owns the bottle can take it. If the answer is pressure to hurry or to pay elsewhere, leave, and press Report on the listing. A person looks at it.",
          "Counterfeits are a matter for the Trade Descriptions Act 2011. Do not buy one to find out.",
        ],
      },
    ],
  },
  ms: {
    title: "Panduan Ketulenan",
    lead: "Apa yang perlu difoto, apa yang perlu dilihat, dan apa yang tidak dapat dibuktikan oleh gambar.",
    parts: [
      {
        heading: "Tujuh gambar yang membantu",
        list: [
          "Seluruh botol dari depan, di bawah cahaya siang, dengan penutupnya.",
          "Paras cecair di hadapan lampu atau tingkap.",
          "Tapak botol, dengan kod kelompok yang jelas.",
          "Penyembur dan kolarnya tanpa penutup.",
          "Label atau cetakan, cukup dekat untuk melihat tepinya.",
          "Kotak dari depan dan sisi yang ada kodnya.",
          "Botol di sebelah kertas bertulis nama pengguna penjual dan tarikh hari ini.",
        ],
      },
      {
        heading: "Apa yang perlu dilihat",
        list: [
          "Kod kelompok yang sama pada kaca dan kotak, dicetak atau diukir seperti cara rumah itu.",
          "Kaca yang sama tebal, tapak tanpa gelembung, penutup yang lurus.",
          "Huruf dengan tepi yang bersih, jarak yang sama dan ejaan rumah itu.",
          "Tiub yang halus, jernih dan betul panjangnya.",
          "Warna yang sesuai dengan usia: cecair lama selalunya lebih gelap.",
        ],
      },
      {
        heading: "Apa yang diberitahu kod kelompok, dan apa yang tidak",
        words: [
          "Ia memberitahu bila botol diisi, dan selalunya di mana. Peniru menyalin kod sebenar, jadi kod yang boleh dicari bukan bukti. Kod yang berbeza antara kaca dan kotak ialah satu persoalan, kerana kotak boleh bertukar.",
        ],
      },
      {
        heading: "Mengikut rumah wangian: di mana kodnya",
        words: [
          "Hanya perkara yang dipersetujui oleh dua sumber awam. Botol lama mempunyai kod dengan bentuk lain, dan kod dengan bentuk yang betul bukan bukti.",
        ],
        list: [
          "Chanel: empat angka di bawah botol atau di bahagian bawah belakangnya, dan di bawah kotak. Tahunnya tidak dapat dibaca di sini.",
          "Dior: empat aksara di tapak dan di bawah kotak, sejak 1998: angka akhir tahun, satu huruf untuk bulan, dua angka.",
          "Guerlain: empat aksara yang sama sejak 2002; botol lama mempunyai kod yang lebih panjang.",
          "Estée Lauder, Clinique, Aramis, Jo Malone, Tom Ford: tiga aksara di tapak dan di bawah kotak: satu huruf untuk tempat, bulan (A, B dan C untuk Oktober hingga Disember), angka akhir tahun.",
          "Yang lain: bandingkan kod pada kaca dengan kod pada kotak, dan minta gambar kedua-duanya.",
        ],
      },
      {
        heading: "Apabila ragu-ragu",
        words: [
          "Minta gambar lagi. Penjual yang memiliki botol itu boleh mengambilnya. Jika jawapannya desakan untuk cepat atau membayar di tempat lain, tinggalkan, dan tekan Lapor pada iklan. Seseorang akan menelitinya.",
          "Barang tiruan ialah perkara di bawah Akta Perihal Dagangan 2011. Jangan membelinya untuk mengetahui.",
        ],
      },
    ],
  },
};
