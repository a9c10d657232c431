/** Providers with a domain in many countries, such as yahoo.co.uk. */
const international = ['aol', 'gmx', 'hotmail', 'live', 'outlook', 'yahoo', 'ymail']
const endings =
  'com net ca co.uk com.au co.nz ie fr de at ch it es pt nl be lu se dk no fi is pl cz sk hu ro gr com.gr ru com.tr com.br com.mx com.ar com.co com.pe com.ve cl in co.in co.id com.my com.ph com.sg com.hk hk com.tw com.vn co.th co.jp jp co.kr kr sg my ph sa rs pt co.za co.il ae us eu'
const others =
  'gmail.com googlemail.com icloud.com me.com mac.com msn.com passport.com rocketmail.com aim.com myyahoo.com netscape.net netzero.net cs.com mail.com email.com usa.com proton.me protonmail.com protonmail.ch pm.me zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hushmail.com hey.com duck.com tutanota.com tutanota.de tuta.io tuta.com tutamail.com keemail.me mailfence.com posteo.de mailbox.org inbox.com inbox.lv web.de t-online.de freenet.de arcor.de online.de mail.de email.de abv.bg freemail.hu citromail.hu azet.sk volny.cz ig.com.br comcast.net xfinity.com verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net roadrunner.com earthlink.net juno.com optonline.net frontier.com windstream.net centurylink.net embarqmail.com q.com btinternet.com btopenworld.com sky.com virginmedia.com ntlworld.com blueyonder.co.uk talktalk.net tiscali.co.uk plusnet.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tim.it tin.it bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au westnet.com.au internode.on.net ozemail.com.au dodo.com.au xtra.co.nz rogers.com shaw.ca sympatico.ca bell.net telus.net videotron.ca cogeco.ca eastlink.ca mts.net sasktel.net nbnet.nb.ca telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl bluewin.ch telia.com telefonica.net terra.com.br uol.com.br bol.com.br rediffmail.com seznam.cz centrum.cz wp.pl o2.pl op.pl onet.pl interia.pl yandex.com yandex.ru yandex.kz yandex.by yandex.ua ya.ru mail.ru bk.ru list.ru inbox.ru rambler.ru ukr.net qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com aliyun.com naver.com daum.net hanmail.net kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp'

const hosts = new Set([
  ...international.flatMap((name) => endings.split(' ').map((ending) => `${name}.${ending}`)),
  ...others.split(' '),
])

/**
 * Whether anybody can get a mailbox at this domain, or a part of it from Microsoft. Only its provider can
 * sign emails from it.
 */
export const isFreemail = (domain: string): boolean =>
  hosts.has(domain.toLowerCase()) || /(?:^|\.)onmicrosoft\.com$/i.test(domain)
