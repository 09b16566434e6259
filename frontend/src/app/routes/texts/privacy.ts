import type { Texts } from "./text";

export const texts: Texts = {
  en: {
    title: "Privacy Policy",
    updated: "2025-04-26",
    lead: "What we know about you, why, who sees it, and how you get rid of it. We do not sell your data.",
    parts: [
      {
        heading: "What we keep",
        list: [
          "Your account: username, name, email, a hash of your password, and if you give it your postal address.",
          "What you do in the shop: listings, photographs, bids, messages, purchases, reviews, favorites and saved searches.",
          "Your sign-ins: time, device and network, so that you can see and end them.",
          "If you say yes: which pages were visited, under a random number for that visit, without your name.",
        ],
      },
      {
        heading: "What others see",
        words: [
          "Everybody sees your username, your shop, its pictures, its place as you write it, since when you are a member, and your listings. Nobody sees your email, your postal address or your balance.",
          "Bidders are shown by a shortened name. Whom you write to sees your messages, your username and, unless you hide it, whether you are active.",
        ],
      },
      {
        heading: "What we use it for",
        words: [
          "To run the shop: to sign you in, to decide auctions, to deliver messages, to send the mails you asked for, and to keep counterfeiters and thieves out. For nothing else.",
        ],
      },
      {
        heading: "We do not sell user data",
        words: [
          "We sell no data and show no advertising of third parties. No third-party tag, pixel or cookie is on our pages. A court or an authority may ask for data by law; we give no more than the law demands.",
        ],
      },
      {
        heading: "Counting visits",
        words: [
          "Visits are counted only after you said yes, by us, on our own servers. You may take that back at any time at the foot of every page; then nothing more is sent.",
        ],
      },
      {
        heading: "On your device",
        words: [
          "Your session, the language, the theme and the bottles you looked at last are kept in your browser. The list of bottles never leaves it, and you can clear it on any product page.",
        ],
      },
      {
        heading: "Photographs",
        words: [
          "Pictures are drawn anew when you upload them: place, device and time inside the file are removed before anybody sees it.",
        ],
      },
      {
        heading: "Keeping it safe",
        words: [
          "Passwords are stored as hashes only, connections are encrypted, and each part of the shop can read its own data only. Two-factor sign-in with a code and passkeys are in your settings. Further ways of two-factor sign-in are coming soon.",
          "If something should go wrong with your data, we tell you and the Personal Data Protection Commissioner within the time the law sets.",
        ],
      },
      {
        heading: "Deleting your account",
        words: [
          "You can delete your account in the settings. Your personal data is removed within 14 days: from our databases, our files and our message streams. Where the law makes us keep the record of a sale, it stays without your name.",
        ],
      },
      {
        heading: "Your rights",
        words: [
          "Under the Personal Data Protection Act 2010 you may see your data, correct it, take a copy with you and withdraw your consent. A copy can be downloaded in the settings.",
        ],
      },
      {
        heading: "Age",
        words: ["Wangi is for people from 16 years on, or younger with the permission of a guardian."],
      },
    ],
  },
  ms: {
    title: "Dasar Privasi",
    updated: "2025-04-26",
    lead: "Apa yang kami tahu tentang anda, sebabnya, siapa yang melihatnya, dan cara membuangnya. Kami tidak menjual data anda.",
    parts: [
      {
        heading: "Apa yang kami simpan",
        list: [
          "Akaun anda: nama pengguna, nama, e-mel, cincangan kata laluan, dan alamat pos jika anda memberinya.",
          "Apa yang anda buat di kedai: iklan, gambar, bidaan, mesej, pembelian, ulasan, kegemaran dan carian tersimpan.",
          "Log masuk anda: masa, peranti dan rangkaian, supaya anda boleh melihat dan menamatkannya.",
          "Jika anda bersetuju: halaman yang dilawati, di bawah nombor rawak bagi lawatan itu, tanpa nama anda.",
        ],
      },
      {
        heading: "Apa yang dilihat orang lain",
        words: [
          "Semua orang melihat nama pengguna anda, kedai anda, gambarnya, tempatnya seperti yang anda tulis, sejak bila anda ahli, dan iklan anda. Tiada siapa melihat e-mel, alamat pos atau baki anda.",
          "Pembida ditunjukkan dengan nama yang dipendekkan. Orang yang anda hubungi melihat mesej dan nama pengguna anda, dan sama ada anda aktif, melainkan anda menyembunyikannya.",
        ],
      },
      {
        heading: "Untuk apa kami menggunakannya",
        words: [
          "Untuk menjalankan kedai: log masuk, menentukan lelongan, menyampaikan mesej, menghantar e-mel yang anda minta, dan menghalang peniru dan pencuri. Tidak untuk perkara lain.",
        ],
      },
      {
        heading: "Kami tidak menjual data pengguna",
        words: [
          "Kami tidak menjual data dan tidak memaparkan iklan pihak ketiga. Tiada tag, piksel atau kuki pihak ketiga di halaman kami. Mahkamah atau pihak berkuasa boleh meminta data mengikut undang-undang; kami memberi tidak lebih daripada yang dituntut.",
        ],
      },
      {
        heading: "Mengira lawatan",
        words: [
          "Lawatan dikira hanya setelah anda bersetuju, oleh kami, di pelayan kami sendiri. Anda boleh menarik balik persetujuan pada bila-bila masa di kaki setiap halaman; selepas itu tiada lagi yang dihantar.",
        ],
      },
      {
        heading: "Pada peranti anda",
        words: [
          "Sesi, bahasa, tema dan botol yang terakhir anda lihat disimpan dalam pelayar anda. Senarai botol itu tidak pernah meninggalkannya, dan boleh dikosongkan di mana-mana halaman produk.",
        ],
      },
      {
        heading: "Gambar",
        words: [
          "Gambar dilukis semula semasa dimuat naik: tempat, peranti dan masa dalam fail dibuang sebelum sesiapa melihatnya.",
        ],
      },
      {
        heading: "Menjaganya dengan selamat",
        words: [
          "Kata laluan disimpan sebagai cincangan sahaja, sambungan disulitkan, dan setiap bahagian kedai hanya boleh membaca datanya sendiri. Log masuk dua faktor dengan kod dan kunci laluan ada dalam tetapan. Cara dua faktor yang lain akan datang.",
          "Jika sesuatu berlaku pada data anda, kami memberitahu anda dan Pesuruhjaya Perlindungan Data Peribadi dalam tempoh yang ditetapkan undang-undang.",
        ],
      },
      {
        heading: "Memadam akaun anda",
        words: [
          "Anda boleh memadam akaun dalam tetapan. Data peribadi anda dibuang dalam 14 hari: daripada pangkalan data, fail dan aliran mesej kami. Apabila undang-undang mewajibkan kami menyimpan rekod jualan, ia kekal tanpa nama anda.",
        ],
      },
      {
        heading: "Hak anda",
        words: [
          "Di bawah Akta Perlindungan Data Peribadi 2010 anda boleh melihat data anda, membetulkannya, membawa salinannya dan menarik balik persetujuan. Salinan boleh dimuat turun dalam tetapan.",
        ],
      },
      {
        heading: "Umur",
        words: ["Wangi untuk orang berumur 16 tahun ke atas, atau lebih muda dengan kebenaran penjaga."],
      },
    ],
  },
};
