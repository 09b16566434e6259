import type { Text } from "./text";

const safely = [
  "Dengan pembelian dilindungi, anda membayar kepada Wangi, bukan kepada penjual. Wang itu disimpan sepanjang bungkusan dihantar, dan selama 72 jam selepas ia tiba.",
  "Periksa botol dalam 72 jam itu, dengan halaman ini di sebelahnya. Jika ada yang tidak kena, buka pertikaian sebelum masa itu tamat dan pilih bahawa botol itu mungkin tiruan. Kedua-dua pihak menunjukkan gambar, dan kakitangan memutuskan siapa yang menerima wang.",
  "Ia melindungi wang anda. Ia bukan pendapat pakar tentang botol itu, dan tanpa pertikaian wang diserahkan kepada penjual apabila masanya tamat.",
];
const directly = [
  "Bayaran dari akaun bank anda ke akaun penjual adalah antara anda berdua. Kami tidak memegangnya dan tidak dapat memulangkannya. Semak akaun itu di Semak Mule sebelum membayar, dan simpan resitnya.",
  "Jangan sahkan penerimaan sebelum anda memeriksa botol itu. Tulis dalam sembang dalam masa tiga hari selepas penghantaran, bersama gambar. Dasar Pemulangan menerangkan bila anda boleh mengharapkan wang dipulangkan.",
];

export const textOf = (isProtected: boolean): Text => ({
  title: "Panduan Ketulenan",
  lead: "Apa yang perlu difoto, dilihat dan ditanya, dan apa yang tidak dapat dibuktikan oleh gambar.",
  parts: [
    {
      heading: "Tujuh gambar yang membantu",
      words: [
        "Di bawah cahaya siang, tanpa penapis, dan gambar botol yang akan dihantar. Borang iklan meminta kebanyakannya mengikut nama.",
      ],
      list: [
        "Seluruh botol dari depan dengan penutupnya.",
        "Paras cecair di hadapan lampu atau tingkap.",
        "Tapak botol, dengan kod kelompok yang jelas.",
        "Penyembur dan kolarnya tanpa penutup.",
        "Label atau cetakan, cukup dekat untuk melihat tepinya.",
        "Kotak dari depan dan sisi yang ada kodnya.",
        "Botol di sebelah kertas bertulis nama pengguna penjual dan tarikh hari ini.",
      ],
    },
    {
      heading: "Apa yang perlu dilihat pada botol",
      list: [
        "Kaca yang sama tebal, tapak tanpa gelembung, penutup yang lurus dan seberat rupanya.",
        "Huruf dengan tepi yang bersih, jarak yang sama dan ejaan jenama itu.",
        "Penyembur yang rata pada kolarnya dan memberi semburan halus; tiub yang nipis, jernih dan sampai ke tapak.",
        "Warna yang sesuai dengan usia: cecair lama selalunya lebih gelap. Tanya tentang butiran, kekeruhan atau lapisan.",
        "Paras yang sesuai dengan ceritanya. “Disembur dua kali” dan sepertiga yang hilang tidak sepadan; botol penuh dengan penyembur yang haus mungkin telah diisi semula.",
      ],
    },
    {
      heading: "Apa yang diberitahu kod kelompok, dan apa yang tidak",
      words: [
        "Ia memberitahu bila botol diisi, dan selalunya di mana. Jika peraturan sesebuah jenama diketahui umum, iklan menyatakan sama ada kod itu mempunyai bentuknya dan tahun yang mungkin; kod yang sama boleh bermaksud dua tahun yang berbeza sepuluh tahun.",
        "Ia tidak membuktikan bahawa botol itu tulen. Peniru menyalin kod sebenar, dan laman web yang mengenali sesuatu kod hanya mengenali kodnya. Kod yang berbeza antara kaca dan kotak ialah satu persoalan, kerana kotak boleh bertukar. Kod yang dikikis menyembunyikan tempat botol itu mula-mula dijual; tanya sebabnya.",
      ],
    },
    {
      heading: "Mengikut jenama: di mana kodnya",
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
      heading: "Kotak, selofan dan resit",
      list: [
        "Cetakan yang tajam dan tidak luntur apabila digosok, tepi yang bertemu, dan dulang atau kad di dalam yang memegang botol.",
        "Nama, isi padu dan kepekatan yang sama pada kotak dan botol.",
        "Selofan yang ketat, dengan kelim yang lurus dan lipatan yang kemas. Sesiapa pun boleh membalut semula kotak, jadi kotak yang bermeterai tidak banyak memberitahu tentang isinya.",
        "Resit membantu menceritakan kisahnya. Minta resit dengan nombor kad dan alamat yang ditutup; ia mungkin milik botol lain.",
        "Tiada kotak bukan satu kesalahan: ramai orang membuangnya. Harganya patut mengambil kira.",
      ],
    },
    {
      heading: "Apa yang perlu ditanya dalam sembang",
      list: [
        "“Di mana dan bila anda membelinya?” Kemudian bandingkan dengan tahun pembelian dan kodnya.",
        "“Boleh ambil gambar tapak dan penyemburnya, dengan tarikh hari ini pada kertas?”",
        "“Bagaimana ia disimpan?” Bilik air atau kereta dalam cuaca panas kita menuakan minyak wangi lebih cepat daripada usianya.",
        "“Pernahkah ia diisi semula atau dipindahkan ke botol lain?”",
        "“Mengapa harganya jauh lebih murah daripada yang lain?” Ada jawapan yang baik.",
      ],
      words: ["Tanya sebelum membayar, dan dalam sembang di sini: apa yang ditulis di situ dikira kemudian."],
    },
    { heading: "Apa yang melindungi anda", words: isProtected ? safely : directly },
    {
      heading: "Apabila ragu-ragu",
      words: [
        "Minta gambar lagi. Penjual yang memiliki botol itu boleh mengambilnya. Jika jawapannya desakan untuk cepat atau membayar di tempat lain, tinggalkan.",
        "Tekan Lapor pada iklan dan pilih yang paling sesuai: bahawa ia kelihatan tiruan, atau gambarnya milik orang lain. Dalam sembang, laporkan mesej itu. Seseorang akan menelitinya, penjual tidak diberitahu siapa yang melaporkan, dan anda dimaklumkan bagaimana ia berakhir.",
        "Barang tiruan ialah perkara di bawah Akta Perihal Dagangan 2011. Jangan membelinya untuk mengetahui.",
      ],
    },
  ],
});
