import type { Texts } from "./text";

const soonOf = (isProtected: boolean) => ({
  en: isProtected
    ? [
        "Buyer protection and escrow: open. Choose protected purchase in the chat before you pay.",
        "Seller analytics: coming soon.",
      ]
    : ["Buyer protection: coming soon.", "Escrow: coming soon.", "Seller analytics: coming soon."],
  ms: isProtected
    ? [
        "Perlindungan pembeli dan eskrow: dibuka. Pilih pembelian dilindungi dalam sembang sebelum membayar.",
        "Analitik penjual: akan datang.",
      ]
    : ["Perlindungan pembeli: akan datang.", "Eskrow: akan datang.", "Analitik penjual: akan datang."],
});

const textsWith = (soon: ReturnType<typeof soonOf>): Texts => ({
  en: {
    title: "Buying Guide",
    lead: "Five steps from the first look to the first spray. Take your time with the second one.",
    parts: [
      {
        heading: "1. Browse",
        words: [
          "Search for a house, a perfume or a note, and narrow the shelf by price, volume, level and state. The small bottle beside each price shows what is left, and the price per ml left lets you compare a full small bottle with a half-empty large one.",
          "Save a bottle to be told when its price drops, or save a search to be told when something new matches.",
        ],
      },
      {
        heading: "2. Check authenticity",
        list: [
          "Look at every photograph at full size: cap, atomiser, label, base, box.",
          "Compare the batch code on the glass with the one on the box. A matching code does not prove authenticity, a differing one asks for a reason.",
          "Ask for a photo with the seller’s username and today’s date on paper beside the bottle.",
          "Read the seller’s page: since when they are here, what they sold, what buyers said. “Verified seller” opens the facts behind it.",
          "A price far below all others is a reason to ask, not to hurry.",
        ],
      },
      {
        heading: "3. Contact the seller",
        words: [
          "Write from the listing, so that both of you talk about the same bottle. Ask how it was stored, when it was opened, and how it will be packed. Keep the conversation here: it is the record of what was agreed.",
        ],
      },
      {
        heading: "4. Pay as agreed in the chat",
        words: [
          "The seller offers the bottle in the chat and you press Confirm Purchase. Pay the way you agreed there, after checking the account at Semak Mule, and keep the receipt. The seller confirms the payment and posts the parcel.",
          "In an auction the winner pays within the stated payment window.",
        ],
      },
      {
        heading: "5. Confirm and rate",
        words: [
          "When the parcel is here, check the level and the batch code against the listing, then press Confirm Delivery Received. After that you may rate the seller. A fair rating helps the next buyer more than a kind one.",
        ],
      },
      { heading: "What is coming", list: soon.en },
    ],
  },
  ms: {
    title: "Panduan Membeli",
    lead: "Lima langkah daripada pandangan pertama hingga semburan pertama. Jangan tergesa-gesa pada langkah kedua.",
    parts: [
      {
        heading: "1. Lihat-lihat",
        words: [
          "Cari rumah wangian, minyak wangi atau nota, dan kecilkan rak mengikut harga, isi padu, paras dan negeri. Botol kecil di sebelah harga menunjukkan bakinya, dan harga setiap ml berbaki membolehkan anda membandingkan botol kecil yang penuh dengan botol besar yang separuh kosong.",
          "Simpan botol untuk diberitahu apabila harganya turun, atau simpan carian untuk diberitahu apabila ada padanan baharu.",
        ],
      },
      {
        heading: "2. Semak ketulenan",
        list: [
          "Lihat setiap gambar dalam saiz penuh: penutup, penyembur, label, tapak, kotak.",
          "Bandingkan kod kelompok pada kaca dengan yang pada kotak. Kod yang sepadan tidak membuktikan ketulenan, kod yang berbeza memerlukan penjelasan.",
          "Minta gambar botol bersama nama pengguna penjual dan tarikh hari ini di atas kertas.",
          "Baca halaman penjual: sejak bila mereka di sini, apa yang dijual, apa kata pembeli. “Penjual disahkan” membuka fakta di sebaliknya.",
          "Harga yang jauh lebih rendah daripada yang lain ialah sebab untuk bertanya, bukan untuk tergesa-gesa.",
        ],
      },
      {
        heading: "3. Hubungi penjual",
        words: [
          "Tulis dari iklan, supaya anda berdua bercakap tentang botol yang sama. Tanya cara ia disimpan, bila ia dibuka, dan bagaimana ia akan dibungkus. Teruskan perbualan di sini: ia rekod apa yang dipersetujui.",
        ],
      },
      {
        heading: "4. Bayar seperti dipersetujui dalam sembang",
        words: [
          "Penjual menawarkan botol dalam sembang dan anda menekan Sahkan Pembelian. Bayar dengan cara yang dipersetujui di situ, setelah menyemak akaunnya di Semak Mule, dan simpan resit. Penjual mengesahkan bayaran dan mengepos bungkusan.",
          "Dalam lelongan, pemenang membayar dalam tempoh bayaran yang dinyatakan.",
        ],
      },
      {
        heading: "5. Sahkan dan beri penilaian",
        words: [
          "Apabila bungkusan tiba, semak paras dan kod kelompok dengan iklan, kemudian tekan Sahkan Penghantaran Diterima. Selepas itu anda boleh menilai penjual. Penilaian yang adil lebih membantu pembeli seterusnya daripada yang baik hati.",
        ],
      },
      { heading: "Apa yang akan datang", list: soon.ms },
    ],
  },
});

export const texts = (isProtected: boolean): Texts => textsWith(soonOf(isProtected));
