/** Where a link may lead that staff puts into the shop. */

const URL_MAX = 300
/** Spaces, signs that nobody sees, and what browsers read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const FORGED = /[\s\\\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff"'<>]/
/** What is no page of the shop. */
const NO_PAGE = /^\/(?:api|open|console|gateway|demo|assets)(?:[/?#]|$)/i

const OWN = '链接以 / 开头，如 /yx；不能是 // 开头'
const ANY = '链接只能是本站页面（以 / 开头，如 /yx）或 https:// 开头的网址'

/** Why it may not; null: it may. Empty: it leads nowhere yet, and the shop says 活动暂未开始. */
export function linkProblem(url: string, ownOnly = false): string | null {
  if (url === '') return null
  if (url.length > URL_MAX) return `链接不超过 ${URL_MAX} 个字符`
  const refusal = ownOnly ? OWN : ANY
  if (FORGED.test(url)) return '链接里不能有空格、引号、反斜杠或看不见的字符'
  if (url.startsWith('/')) {
    if (url.startsWith('//')) return refusal
    return NO_PAGE.test(url) ? '这个地址不是商城的页面' : null
  }
  if (ownOnly || !url.startsWith('https://') || !URL.canParse(url)) return refusal
  const { username, password, hostname } = new URL(url)
  if (username !== '' || password !== '') return '网址里不能带用户名和密码'
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname) ? null : '网址要写完整的域名，如 https://example.com/'
}
