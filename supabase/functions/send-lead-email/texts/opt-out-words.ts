/**
 * What people of other languages write who want no more texts, if they write nothing else. A word is missing if
 * English texts use it too, such as 'red' (Turkish for 'refuse') or 'huy'.
 */
export const optOutWords = {
  ar: 'توقف|إيقاف|أوقف|قف|إلغاء|إلغاء الاشتراك|إلغاء الإشتراك|لا ترسل|لا ترسلوا|لا أريد رسائل',
  bg: 'спри|спрете|отказ|откажи|отпиши ме',
  bn: 'স্টপ|বন্ধ|বন্ধ করুন|থামুন',
  cs: 'zrušit|odhlásit|odhlaste mě|přestaňte|přestaň|dost',
  da: 'afmeld|afmeld mig|frameld|stop det|ingen flere beskeder|ikke flere sms',
  de: 'abmelden|abbestellen|aufhören|hör auf|hören Sie auf|abbestellung|austragen|kündigen|keine sms mehr|keine nachrichten mehr|keine weiteren nachrichten|stoppen|lass mich in ruhe|lassen Sie mich in Ruhe|falsche nummer',
  el: 'στοπ|διακοπή|διαγραφή|σταμάτα|σταματήστε',
  es: 'alto|alto ya|para|parar|pare|paren|párale|parale ya|basta|basta ya|cancelar|cancela|cancele|detener|deténgase|detente|baja|darse de baja|dar de baja|darme de baja|date de baja|no más|ya no|eliminar|eliminame|quitar|quítame|quíteme|quítenme de la lista|borrar|bórrame|número equivocado|no moleste|no me moleste|no molesten|salir',
  fa: 'توقف|لغو|لغو اشتراک|نفرست|نفرستید|پیام ندهید',
  fi: 'lopeta|lopettakaa|peruuta|poista|ei enää viestejä',
  fil: 'tigil|itigil|itigil na|tama na|huwag na|ihinto|tigilan mo na ako',
  fr: "arrêt|arrêter|arrêtez|désinscription|désabonnement|résilier|résiliation|annuler|plus de messages|plus de sms|plus de textos|assez|ça suffit|mauvais numéro|faux numéro|laissez moi tranquille|fichez moi la paix|retirez moi|supprimez moi|supprimez mon numéro|arrêtez ça|cessez|n'envoyez plus",
  he: 'הסר|הסרה|הסירו אותי|הסר אותי|עצור|תפסיקו|תפסיק|די|ביטול|סטופ|להסיר',
  hi: 'बंद|बंद करो|बंद करें|बंद कीजिए|रोको|रोकें|रुको|स्टॉप|मत भेजो|band karo|bandh karo|roko|mat bhejo',
  hu: 'leiratkozás|leiratkozom|leiratkozni|állj|elég|ne küldjön több sms-t|töröljenek',
  id: 'berhenti|hentikan|berhenti langganan|batal|jangan kirim lagi|cukup',
  it: 'basta|basta così|ferma|fermati|fermatevi|smettila|smettetela|smetti|disiscrivi|disiscrivimi|disiscrizione|cancellami|cancellatemi|cancella|disdici|disdetta|annulla|numero sbagliato|non scrivetemi più|niente più messaggi|rimuovi|rimuovimi',
  ja: '停止|配信停止|停止してください|中止|解除|解約|退会|登録解除|ストップ|やめて|やめてください|止めて|止めてください|送らないで|送らないでください|送信しないでください|いりません|不要です',
  ko: '중지|중단|그만|그만해|그만하세요|그만 보내세요|수신거부|수신 거부|해지|거부|취소|스탑|스톱|보내지 마세요|보내지마세요',
  ms: 'berhenti|hentikan|batal|batalkan',
  nl: 'afmelden|uitschrijven|meld mij af|schrijf mij uit|stoppen|stopzetten|opzeggen|geen sms meer|geen berichten meer|hou op|houd op|verkeerd nummer|stop ermee|stop daarmee',
  no: 'avslutt|meld av|meld meg av|avmeld|stopp det|slutt|ikke flere meldinger|feil nummer',
  pl: 'anuluj|rezygnuję|rezygnacja|wypisz|wypisz mnie|wypisuję się|przestań|przestańcie|koniec|dość|zatrzymaj|nie pisz|nie piszcie|zła osoba|pomyłka|zły numer',
  pt: 'sair|pare|parar|parem|para|cancelar|cancela|cancele|cancelar inscrição|remover|remova|remova-me|descadastrar|chega|não quero mais|não quero receber|não envie mais|não enviem mais|não mande mais|número errado|me tira da lista|basta',
  ro: 'dezabonare|dezabonează-mă|opriți|opreste|oprește|renunț|renunta|nu mai trimiteți|ajunge|anulare',
  ru: 'стоп|отписка|отпишите|отпишите меня|отпиши меня|отписаться|отмена|отменить|хватит|прекратите|прекрати|перестаньте|остановить|остановите|не пишите|не пишите мне|не присылайте|не надо|удалите меня|удалите номер|ошиблись номером|не туда',
  sv: 'avsluta|avregistrera|avanmäl|stoppa|sluta|sluta skicka|inga fler sms|inga fler meddelanden|fel nummer',
  sw: 'acha|simama|ondoa|sitisha',
  ta: 'நிறுத்து|நிறுத்தவும்|நிறுத்துங்கள்|ஸ்டாப்',
  te: 'ఆపు|ఆపండి|స్టాప్',
  th: 'หยุด|หยุดส่ง|ยกเลิก|เลิกส่ง|พอแล้ว|ไม่ต้องส่ง',
  tr: 'durdur|durdurun|iptal|iptal et|istemiyorum|yeter|mesaj atmayın|mesaj göndermeyin|çıkar|çıkış|abonelikten çık|yanlış numara',
  uk: 'стоп|зупинити|зупиніть|відписатися|відписати|відписка|відпишіть мене|досить|припиніть|скасувати|годі|не пишіть|помилились номером',
  ur: 'روکو|بند کرو|بند کریں|ختم کریں|مت بھیجو|رکو',
  vi: 'dừng|dừng lại|ngừng|ngưng|ngừng gửi|hủy|hủy đăng ký|đừng nhắn nữa|thôi',
  zh: '停|停止|退订|退訂|取消|取消订阅|取消訂閱|不要再发|不要再发了|别发了|别再发了|不要發了|不要再發|不要再發了|別再發了|拒收|拒绝|拒絕|勿扰|勿擾|别烦我|别打扰我|打错了|发错了|td|tdqx',
} as const satisfies Record<string, string>

/** What may come before or after these words without changing what they mean. */
export const politeWords = {
  before:
    'por favor|favor|porfavor|bitte|svp|s’il vous plaît|stp|per favore|пожалуйста|прошу|من فضلك|رجاء|请|請|lütfen|prosím|proszę|vă rog|hola|bonjour|hallo|ciao|olá|oi|ya',
  after:
    'por favor|porfavor|gracias|bitte|danke|svp|s’il vous plaît|stp|s’il te plaît|merci|per favore|grazie|prego|obrigado|obrigada|alsjeblieft|alstublieft|graag|aub|tack|takk|tak|dziękuję|proszę|prosím|děkuji|díky|kérem|köszönöm|vă rog|mulțumesc|пожалуйста|спасибо|дякую|будь ласка|من فضلك|شكرا|رجاء|lütfen|teşekkürler|谢谢|謝謝|お願いします|ください|주세요|ya|más|meg|mich|mij|mig|me',
} as const
