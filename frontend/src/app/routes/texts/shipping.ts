import type { Texts } from "./text";

export const texts: Texts = {
  en: {
    title: "Shipping Guidelines",
    lead: "Perfume is glass and alcohol. It travels well when it is packed well and when the courier knows what it is.",
    parts: [
      {
        heading: "Ask the courier first",
        words: [
          "Perfume contains alcohol and burns easily. The Post Office Rules 1947, rule 10(a)(i), bar explosive or inflammable articles from the post. Perfume is not named there, and each courier decides by its own conditions whether, how much and in which zones it takes it. We cannot promise that a parcel is accepted.",
          "Say truthfully what is inside. A parcel declared as something else may be stopped, returned or destroyed, and insurance does not pay.",
        ],
      },
      {
        heading: "Within Peninsular Malaysia",
        list: [
          "Choose a courier that moves parcels by road and confirms that it takes perfume.",
          "Ask about the greatest volume for each parcel.",
          "Take a service with tracking, and send the number in the chat.",
        ],
      },
      {
        heading: "To and from Sabah, Sarawak and Labuan",
        words: [
          "Parcels to East Malaysia usually fly, and dangerous goods have been refused as air mail to Sabah and Sarawak before. Ask for a service by land and sea, allow more days, and agree in the chat who pays the difference before anybody pays.",
          "Postcodes: Sabah 88000 to 91309, Labuan 87000 to 87033, Sarawak 93000 to 98859.",
        ],
      },
      {
        heading: "Packing a bottle",
        list: [
          "Close the cap, wind tape over it, and put the bottle into a sealed bag.",
          "Wrap it in at least 3 cm of bubble wrap on every side.",
          "Use a stiff box that is larger than the perfume’s own, and fill the gaps so that nothing moves.",
          "Two bottles never touch each other.",
          "Photograph the bottle, its level and the packed box before it leaves.",
        ],
      },
      {
        heading: "Meeting in person",
        words: [
          "For expensive bottles, meeting in a public place by day is often the best courier. Check the bottle there, then confirm in the chat.",
        ],
      },
      {
        heading: "When the parcel is here",
        words: [
          "Film the opening. Compare the level and the batch code with the listing before you press Confirm Delivery Received. If it is broken or leaks, keep everything and write in the chat the same day.",
        ],
      },
    ],
  },
  ms: {
    title: "Garis Panduan Penghantaran",
    lead: "Minyak wangi ialah kaca dan alkohol. Ia selamat dalam perjalanan jika dibungkus dengan baik dan kurier tahu apa isinya.",
    parts: [
      {
        heading: "Tanya kurier dahulu",
        words: [
          "Minyak wangi mengandungi alkohol dan mudah terbakar. Kaedah-Kaedah Pejabat Pos 1947, kaedah 10(a)(i), melarang barang letupan atau mudah terbakar daripada pos. Minyak wangi tidak disebut di situ, dan setiap kurier menentukan dengan syaratnya sendiri sama ada, berapa banyak dan di zon mana ia diterima. Kami tidak boleh menjanjikan bungkusan diterima.",
          "Nyatakan dengan jujur isinya. Bungkusan yang diisytihar sebagai barang lain boleh ditahan, dipulangkan atau dimusnahkan, dan insurans tidak membayar.",
        ],
      },
      {
        heading: "Dalam Semenanjung Malaysia",
        list: [
          "Pilih kurier yang membawa bungkusan melalui jalan raya dan mengesahkan ia menerima minyak wangi.",
          "Tanya isi padu paling banyak bagi setiap bungkusan.",
          "Ambil perkhidmatan dengan penjejakan, dan hantar nombornya dalam sembang.",
        ],
      },
      {
        heading: "Ke dan dari Sabah, Sarawak dan Labuan",
        words: [
          "Bungkusan ke Malaysia Timur biasanya melalui udara, dan barang berbahaya pernah ditolak sebagai mel udara ke Sabah dan Sarawak. Minta perkhidmatan darat dan laut, beri lebih banyak hari, dan persetujui dalam sembang siapa membayar perbezaannya sebelum sesiapa membayar.",
          "Poskod: Sabah 88000 hingga 91309, Labuan 87000 hingga 87033, Sarawak 93000 hingga 98859.",
        ],
      },
      {
        heading: "Membungkus botol",
        list: [
          "Tutup penutupnya, lilit dengan pita, dan masukkan botol ke dalam beg kedap.",
          "Balut dengan sekurang-kurangnya 3 cm pembalut gelembung pada setiap sisi.",
          "Guna kotak keras yang lebih besar daripada kotak minyak wangi itu, dan isi ruang kosong supaya tiada yang bergerak.",
          "Dua botol tidak boleh bersentuhan.",
          "Ambil gambar botol, parasnya dan kotak yang siap sebelum dihantar.",
        ],
      },
      {
        heading: "Berjumpa sendiri",
        words: [
          "Bagi botol yang mahal, berjumpa di tempat awam pada waktu siang selalunya kurier terbaik. Semak botol di situ, kemudian sahkan dalam sembang.",
        ],
      },
      {
        heading: "Apabila bungkusan tiba",
        words: [
          "Rakam semasa membukanya. Bandingkan paras dan kod kelompok dengan iklan sebelum menekan Sahkan Penghantaran Diterima. Jika ia pecah atau bocor, simpan semuanya dan tulis dalam sembang pada hari yang sama.",
        ],
      },
    ],
  },
};
