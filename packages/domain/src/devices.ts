/** Rules in the order in which they are asked: many browsers also name the one that they are built on. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk/i, '钉钉'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/UCBrowser\//, 'UC 浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/360SE|360EE|QihooBrowser/, '360 浏览器'],
  [/MetaSr|Sogou/i, '搜狗浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙手机'],
  [/^(?=.*Android).*Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux 电脑'],
]
const named = (rules: readonly [RegExp, string][], userAgent: string) => rules.find(([sign]) => sign.test(userAgent))?.[1]

/** What a person calls the device that a User-Agent header speaks of: 'Windows 电脑 · Edge'. */
export function deviceName(userAgent: string): string {
  return [named(SYSTEMS, userAgent), named(BROWSERS, userAgent)].filter(Boolean).join(' · ') || '未知设备'
}

const LOCAL = /^(?:127\.|::1$)/
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:)/i

/** Where an address is, as far as the address alone tells; empty for one of the open internet. */
export function placeOfAddress(ip: string): string {
  const address = ip.replace(/^::ffff:/i, '')
  if (LOCAL.test(address)) return '本机'
  return PRIVATE.test(address) ? '局域网' : ''
}
