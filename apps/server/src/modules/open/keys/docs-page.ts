import type { Call } from '#contract/call.ts'
import { OPEN_COMPANY_PRICES_MAX, OPEN_ONCE_DAYS, OPEN_ROWS_MAX, WEBHOOK_TYPES } from '#contract/constants.ts'
import { OPEN_EXAMPLES, type OpenExample } from '#contract/open-examples.ts'
import { OPEN_ROW_CODES } from '#contract/open-incoming.ts'
import { OWN_LINE_CODES } from '#contract/open-own.ts'
import { OPEN_PROBLEMS } from '#contract/open-problems.ts'
import { escapeHtml, plainHtml } from '../../../platform/plain-html.ts'
import { isOwnWord, openWordName } from './scopes.ts'
import { SIGNED_SECONDS } from './signature.ts'
import { SIGNED_VECTOR, SIGNING } from './signing-docs.ts'
import { VERIFYING } from './verifying.ts'

/** What whoever writes the other side reads: drawn from the contract, so that it says what the shop does. */

const STYLE = `<style>
  main.wide { width: min(960px, calc(100% - 24px)); margin: 3vh auto }
  pre { margin: 8px 0 12px; padding: 12px; overflow-x: auto; background: #f3f5f8; border: 1px solid #dfe4ea; border-radius: 8px; font-size: 13px }
  code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere }
  div.scroll { overflow-x: auto; margin: 0 0 12px }
  table { border-collapse: collapse; width: 100%; min-width: 640px; font-size: 14px }
  th, td { padding: 6px 10px; border: 1px solid #dfe4ea; text-align: left; vertical-align: top }
  th { background: #f3f5f8; font-weight: 600; white-space: nowrap }
  h2 { padding-top: 16px; border-top: 1px solid #dfe4ea }
  h3 { margin: 12px 0 4px; font-size: 15px }
  nav a { margin-right: 12px }
  a { color: #0b5cad }
</style>`

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

interface Shape {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  anyOf?: readonly Shape[]
  enum?: readonly string[]
  description?: string
  maxLength?: number
}

function typeName(shape: Shape): string {
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' | ')
  if (shape.items) return `[${typeName(shape.items)}]`
  return [shape.type ?? 'object'].flat().join(' | ')
}
/** Its fields, and theirs. */
function fieldsOf(shape: Shape | undefined, prefix = ''): string[][] {
  return Object.entries(shape?.properties ?? {}).flatMap(([name, of]) => {
    const inner = of.items?.properties ? of.items : of.properties ? of : of.anyOf?.find(({ properties }) => properties)
    const limit = of.maxLength === undefined ? '' : `，至多 ${of.maxLength} 字`
    return [
      [
        code(prefix + name),
        escapeHtml(typeName(of) + limit),
        shape?.required?.includes(name) ? '是' : '',
        escapeHtml(of.description ?? ''),
      ],
      ...(inner ? fieldsOf(inner, `${prefix}${name}${of.items ? '[]' : ''}.`) : []),
    ]
  })
}
const FIELD_HEADS = ['字段', '类型', '必填', '说明']

const anchorOf = ({ method, path }: Call): string => `${method}${path}`.replaceAll(/[^A-Za-z0-9]+/g, '-')

function curlOf({ call, params = {}, query, headers = {}, body }: OpenExample, origin: string): string {
  const [method = '', path = ''] = call.split(' ')
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = query ? `?${new URLSearchParams(query)}` : ''
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${filled}${asked}'`,
    `  -H 'Authorization: Bearer ak_live_…'`,
    ...Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}'`),
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body, null, 2)}'`] : []),
  ].join(' \\\n')
}

function section(call: Call, origin: string): string {
  const name = `${call.method} ${call.path}`
  const asked = [...fieldsOf(call.params as Shape), ...fieldsOf(call.query as Shape)]
  const given = call.row ? { ...call.body, properties: { ...(call.body as Shape).properties, rows: { items: call.row } } } : call.body
  const examples = OPEN_EXAMPLES.filter((example) => example.call === name)
  return `<h2 id="${anchorOf(call)}">${escapeHtml(call.summary)}</h2>
<p>${code(name)}　密钥须有“${escapeHtml(openWordName(call.scope ?? ''))}”（${code(call.scope ?? '')}）</p>
${asked.length > 0 ? `<h3>地址中的参数</h3>${table(FIELD_HEADS, asked)}` : ''}
${given ? `<h3>请求</h3>${table(FIELD_HEADS, fieldsOf(given as Shape))}` : ''}
<h3>回答</h3>${call.file ? '<p>PDF 文件</p>' : table(['字段', '类型', '必有', '说明'], fieldsOf(call.data as Shape))}
${examples.map((example) => `<h3>例：${escapeHtml(example.says)}</h3><pre tabindex="0">${escapeHtml(curlOf(example, origin))}</pre>`).join('')}`
}

const webhooksSection = (): string => `<h2 id="webhooks">事件推送</h2>
<p>能收 HTTPS 请求的系统，可以在管理后台“系统 · 事件推送”登记地址。按 <a href="https://www.standardwebhooks.com/">Standard Webhooks 1.0</a>：内容是 ${code('{"type", "timestamp", "data"}')}，头里有 ${code('webhook-id')}、${code('webhook-timestamp')}、${code('webhook-signature')}。与读取订单的变化是同一个流，两样都用也不会对不上。</p>
<ul>
<li>15 秒之内答 2xx 就是收到。没有收到的再发：5 秒、5 分、30 分、2 小时、5 小时、10 小时、14 小时、20 小时、24 小时之后；3xx 不跟随；429、502、503、504 按 ${code('Retry-After')}；答 410 就不再推送。连续三天没有送达的自动暂停，一条不丢，恢复后接着发。</li>
<li>同一条消息每次的 ${code('webhook-id')} 不变：处理过的就跳过。除非登记为“按发生的先后”，次序不保证；要紧的以 ${code('data.url')} 读到的为准。</li>
<li>先验签，再处理：对 ${code('webhook-id.webhook-timestamp.内容')} 用签名密钥算 HMAC-SHA256；时间与现在差五分钟以上的不要收；内容按收到的字节，不要先解析再拼。更换密钥时有两个签名，任一个对就是真的。</li>
</ul>
${table(
  ['事件', '何时'],
  Object.entries(WEBHOOK_TYPES).map(([type, name]) => [code(type), escapeHtml(name)]),
)}
${Object.entries(VERIFYING)
  .map(([language, text]) => `<h3>验签：${language}</h3><pre tabindex="0">${escapeHtml(text)}</pre>`)
  .join('')}`

const signingSection = (): string => `<h2 id="signing">签名的请求</h2>
<p>新建时选“只收签名的请求”的密钥不随请求传送，没有 TLS 的内部线路上也不会泄露。请求不带 Bearer，而带 ${code('Authorization: AK1 key=…,at=…,nonce=…,body=…,sign=…')}：</p>
<ul>
<li>${code('key')} 密钥的前 16 个字符；${code('at')} 现在的时间，1970 年以来的秒，与商城相差不超过 ${SIGNED_SECONDS} 秒；${code('nonce')} 每个请求新的 16–64 个字符；${code('body')} 内容的 SHA-256，十六进制小写，GET 是空内容的。</li>
<li>${code('sign')} 以整个密钥为密码，对 ${code('方法\n地址\nat\nnonce\nbody\nonce')}（六行，以换行相连）算 HMAC-SHA256，十六进制小写。地址从 ${code('/open/v1/')} 起，连同 ${code('?')} 之后的，与发出的一字不差。${code('once')} 是 ${code('Idempotency-Key')} 的值，没有就是空的一行。</li>
<li>一个签名只收一次；没有收到回答再发时换新的 nonce，而 ${code('Idempotency-Key')} 不变。</li>
</ul>
${table(
  ['对照', '值'],
  Object.entries(SIGNED_VECTOR).map(([name, value]) => [code(name), value === '' ? '（空）' : code(value)]),
)}
${Object.entries(SIGNING)
  .map(([language, text]) => `<h3>签名：${language}</h3><pre tabindex="0">${escapeHtml(text)}</pre>`)
  .join('')}`

const isOwn = ({ scope = '' }: Call): boolean => isOwnWord(scope)
const ownSection = (): string => `<h2 id="own">采购企业的系统</h2>
<p>连锁、药店自己的系统用企业自己的密钥：企业的负责人在商城“账户中心 · 接口密钥”新建（先验证登录密码），只显示一次。目录、价格、能不能买、下单的每一道关与在商城网站上相同；别的企业的订单、单据、地址如同不存在。</p>
<ul>
<li>负责人不再是负责人、企业被冻结或未通过审核、商城停用了企业的接口：密钥随即无效（${code('KEY_STOPPED')}、${code('COMPANY_SHUT')}）。</li>
<li>下单必须带 ${code('Idempotency-Key')}（试算不用）：没有收到回答就原样再发，不会下两次。</li>
<li>${code('LINES_REFUSED')} 的 ${code('lines')} 是每一行：${code('{"index", "goods_code", "status", "code", "message"}')}；${code('code')} 除 ${Object.entries(
  OWN_LINE_CODES,
)
  .map(([name, says]) => `${code(name)}（${says}）`)
  .join(
    '、',
  )} 之外与商城说明不能买的原因相同，如 ${code('SCOPE_MISSING')}、${code('NOT_IN_REGION')}、${code('NO_STOCK')}、${code('LIMIT_REACHED')}。</li>
<li>一个密钥一分钟至多 120 次，下单另计，至多 30 次。</li>
</ul>`

export const docsPage = (calls: readonly Call[], origin: string): string =>
  plainHtml(
    '开放接口',
    `${STYLE}<h1>安衡药采开放接口</h1>
<p>给批发企业的 ERP、仓库等系统用：写入商品、库存、价格，读取订单；也给<a href="#own">采购企业自己的系统</a>用：目录与价格、下单、单据。机器可读的描述：<a href="/open/v1/openapi.json">openapi.json</a>（OpenAPI 3.1）。</p>
<nav aria-label="目录">${calls.map((call) => `<a href="#${anchorOf(call)}">${escapeHtml(call.summary)}</a>`).join('')}<a href="#signing">签名的请求</a><a href="#webhooks">事件推送</a><a href="#problems">错误</a></nav>
<h2>约定</h2>
<ul>
<li>批发企业的密钥在管理后台“系统 · 接口密钥”新建（另一人批准），领取时只显示一次。每个请求带 ${code('Authorization: Bearer ak_live_…')}。更换时新旧两个同时有效，对方换好再停旧的；停用立即生效。</li>
<li>内容是 UTF-8 的 JSON。金额是整数的分，时间是 RFC 3339，日期是北京日期。字段只增不减；要去掉的，至少提前一年以 ${code('Deprecation')}、${code('Sunset')} 头通知。</li>
<li>批量写入一次至多 ${OPEN_ROWS_MAX.toLocaleString('en-US')} 行，每一行各有回答：${code('ok')} 收下，${code('unchanged')} 与现在一样，${code('rejected')} 没有收，写明代码、字段和原因；错的一行不影响别的。价格里的企业专价各行合计一次至多 ${OPEN_COMPANY_PRICES_MAX.toLocaleString('en-US')} 个，放不下的那几行不收。同一批可以放心重发：同一行再来是 ${code('unchanged')}。</li>
<li>写上 ${code('source_version')}（或 ${code('updated_at')}）：旧的不会盖过新的，次序颠倒也不怕。库存以 ${code('cutoff')} 为准。</li>
<li>地址后加 ${code('?check=1')} 是试算：回答与真的一样，什么都不改。</li>
<li>任何 POST 都可以带 ${code('Idempotency-Key')}：${OPEN_ONCE_DAYS} 天内同一个键的同一请求只办一次，再来答第一次的回答（头 ${code('Idempotency-Replayed: true')}）。</li>
<li>每个密钥一分钟的次数见 ${code('RateLimit-Limit')}、${code('RateLimit-Remaining')}、${code('RateLimit-Reset')}；超过答 429 和 ${code('Retry-After')}。</li>
<li>依法不得在网上销售的商品不收（${code('LAW_BARRED')}）；拿不准的收下但不上架，由质量部门核定。</li>
</ul>
<h2>库存怎么算</h2>
<p>商城可售 ＝ ERP 在 cutoff 那一刻可销的数量 － 商城订单占住、而 ERP 到那一刻还没有接收的数量。所以：先接收订单（ack，写明记账时间），再报库存，两边用同一个时钟；库存的数字应已扣除接收过的订单。</p>
${calls
  .filter((call) => !isOwn(call))
  .map((call) => section(call, origin))
  .join('')}
${ownSection()}
${calls
  .filter(isOwn)
  .map((call) => section(call, origin))
  .join('')}
${signingSection()}
${webhooksSection()}
<h2 id="problems">错误</h2>
<p>错误按 RFC 9457（${code('application/problem+json')}）：${code('code')} 不变，供程序判断；${code('detail')} 是一句话；${code('errors')} 以 JSON pointer 指明每一处；${code('request_id')} 报给我们时请带上。</p>
${table(
  ['code', '状态', '说明'],
  Object.entries(OPEN_PROBLEMS).map(([name, { status, summary }]) => [
    `<code id="${name}">${name}</code>`,
    String(status),
    escapeHtml(summary),
  ]),
)}
<h3>行的代码</h3>
${table(
  ['code', '说明'],
  Object.entries(OPEN_ROW_CODES).map(([name, summary]) => [code(name), escapeHtml(summary)]),
)}`,
    { wide: true },
  )
