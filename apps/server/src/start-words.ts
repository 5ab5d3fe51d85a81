import { demoAccountLines } from './demo-accounts.ts'
import { openDemoAccounts } from './demo-removal-store.ts'
import type { Config, StandIn } from './platform/config.ts'
import type { Database } from './platform/database.ts'
import { presentIn } from './start-views.ts'

/** What the operator of a shop reads at its start. */

const STAND_IN_WORDS: Readonly<Record<StandIn, { lack: string; risk: string }>> = {
  payment: {
    lack: '没有在线支付渠道：只能用余额、账期和对公转账付款。有微信支付或支付宝的商户号，设 CHANNELS_FILE，见 docs/operations.md',
    risk: '模拟支付网关：任何人点一下就能把订单付清，钱并没有到账',
  },
  sms: {
    lack: '没有短信：企业凭员工发出的邀请注册、登录，忘记密码由客服核实后发找回链接（/console 企业 · 邀请）；没有验证码登录。有阿里云或腾讯云的短信，设 CHANNELS_FILE，见 docs/operations.md',
    risk: '模拟短信：验证码人人可在 /demo/sms 看到',
  },
  wechat: {
    lack: '没有微信登录：登录页不显示它。在 apps/server/src/providers/wechat 接入已备案的开放平台应用',
    risk: '模拟微信：任何人可以自称是任何人',
  },
  invoice: {
    lack: '没有电子发票服务：开票申请会一直等待。在 apps/server/src/providers/invoice 接入数电发票服务',
    risk: '模拟发票：开出的是测试发票，没有法律效力',
  },
  logistics: {
    lack: '没有物流查询：只显示员工填写的运单号。有快递100，设 CHANNELS_FILE，见 docs/operations.md',
    risk: '模拟物流：轨迹与温度是编出来的',
  },
}
const ORDER = Object.keys(STAND_IN_WORDS) as StandIn[]

/** What its operator does next, as commands and addresses. origin: of this machine. */
function nextLines({ staff, isReady }: { staff: boolean; isReady: boolean }, origin: string): string[] {
  if (isReady) return []
  const settings = `登录 ${origin}/console，按“系统 → 开业准备”逐步办理：企业资料、证照、收款账户、岗位、仓库、商品、协议文本`
  return [
    '接下来：',
    ...(staff ? [] : ['  1. 另开一个终端，在本目录运行（带上同样的 DATA_DIR 或 DATABASE_URL）：npm run staff -- add 用户名 姓名']),
    `  ${staff ? 1 : 2}. ${settings}`,
  ]
}

/** What stands in for a service is not lacking where the shop has a contract for the real one. */
const hasService = ({ channels }: Config, name: StandIn): boolean =>
  name === 'payment'
    ? channels.wechatPay !== null || channels.alipay !== null || channels.unionPay !== null
    : name === 'sms' && channels.sms !== null

/** What comes next, one sentence for each thing that a real shop still lacks, and one for each danger that a setting has let in. */
async function realShopLines(db: Database, config: Config, certificate: string, origin: string): Promise<string[]> {
  const present = await presentIn(db)
  const lacks = [
    ...(present.staff ? [] : ['没有员工账号：没有人能登录管理端']),
    ...ORDER.filter((name) => !config.standIns.includes(name) && !hasService(config, name)).map((name) => STAND_IN_WORDS[name].lack),
    ...(config.channels.mail === null
      ? ['没有邮件：到期证照、账单差异、失败的任务只在管理端看得到。有邮箱，在 CHANNELS_FILE 写 mail，见 docs/operations.md']
      : []),
    ...(present.supplier ? [] : ['没有供货单位名称：单据和合同要等它写明才能出。在管理端“系统 → 设置 → 本企业”填写']),
    ...(present.bank ? [] : ['没有收款账户：对公转账不能用。在管理端“系统 → 设置 → 收款与开票”填写']),
    ...(present.goods ? [] : ['没有商品：在管理端“商品”录入，或 npm run import -- goods 文件']),
    ...(certificate === '' ? [] : [certificate]),
    ...(config.signing.timestampUrl === '' ? ['没有时间戳机构：签名里的时间只是本机的时间。设 TIMESTAMP_URL，见 docs/operations.md'] : []),
    '没有病毒扫描：上传的文件只按种类和内容检查。在 apps/server/src/providers/virus-scan 接入扫描器',
    ...(config.secureCookies ? [] : ['没有 HTTPS：会话可能被旁人窃取。放在 HTTPS 之后，并设 SECURE_COOKIES=1']),
  ]
  const risks = ORDER.filter((name) => config.standIns.includes(name)).map((name) => STAND_IN_WORDS[name].risk)
  const isReady = present.staff && present.supplier && present.bank && present.goods
  return [
    ...nextLines({ staff: present.staff, isReady }, origin),
    '真实商城（DEMO=0）。还缺：',
    ...lacks.map((line) => `  ${line}`),
    ...(risks.length > 0 ? ['危险！STAND_INS 打开了替代品，真实营业前必须去掉：', ...risks.map((line) => `  ${line}`)] : []),
  ]
}

async function demoLines(db: Database, { host }: Config): Promise<string[]> {
  const everywhere = ['0.0.0.0', '::', '::0'].includes(host)
  const danger = everywhere
    ? `注意：演示商店的密码是公开的，付款、短信都是模拟的，而它在本机所有网络地址上监听。只给自己看请设 HOST=127.0.0.1；真实商城请设 DEMO=0`
    : '注意：演示商店的密码是公开的，付款、短信都是模拟的；真实商城请设 DEMO=0'
  const open = new Set((await openDemoAccounts(db)).map(({ username }) => username))
  const accounts = open.size > 0 ? demoAccountLines(open) : ['这里没有演示账号：数据库里已有别的商品或企业']
  return [...accounts, danger]
}

/** certificate: what is to be done about the one that signs papers; '': nothing. origin: where this machine's browser finds the shop. */
export const startLines = (db: Database, config: Config, certificate: string, origin: string): Promise<string[]> =>
  config.demo ? demoLines(db, config) : realShopLines(db, config, certificate, origin)
