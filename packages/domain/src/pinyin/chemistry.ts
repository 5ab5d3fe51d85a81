/** Stems of chemical and biological names. */
export const CHEMISTRY = `
嘧 mi
啶 ding
吡 bi ~pi
呋 fu
唑 zuo
肟 wo ~kui
胍 gua
脲 niao
胺 an
氨 an
酰 xian
苷 gan
酐 gan
羧 suo ~jun
巯 qiu ~liu
`
