import { demoAccountLines } from './demo-accounts.ts'
import { openDemoAccounts } from './demo-removal-store.ts'
import type { Config, StandIn } from './platform/config.ts'
import type { Database } from './platform/database.ts'
import { presentIn } from './start-views.ts'

/** What the operator of a shop reads at its start. */

const STAND_IN_WORDS: Readonly<Record<StandIn, { lack: string; risk: string }>> = {
  payment: {
    lack: '没有在线支付渠道：只能用余额、账期和对公转账付款。在 apps/server/src/providers/payment 接入签约的渠道',
    risk: '模拟支付网关：任何人点一下就能把订单付清，钱并没有到账',
  },
  sms: {
    lack: '没有短信：不能注册、不能用验证码登录或找回密码。在 apps/server/src/providers/sms 接入签约的通道',
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
    lack: '没有物流查询：只显示员工填写的运单号。在 apps/server/src/providers/logistics 接入承运商',
    risk: '模拟物流：轨迹与温度是编出来的',
  },
}
const ORDER = Object.keys(STAND_IN_WORDS) as StandIn[]

/** One sentence for each thing that a real shop still lacks, and one for each danger that a setting has let in. */
async function realShopLines(db: Database, config: Config, certificate: string): Promise<string[]> {
  const present = await presentIn(db)
  const lacks = [
    ...(present.staff ? [] : ['没有员工账号：没有人能审核资质、处理订单。npm run staff -- add 用户名 姓名']),
    ...ORDER.filter((name) => !config.standIns.includes(name)).map((name) => STAND_IN_WORDS[name].lack),
    ...(present.supplier ? [] : ['没有供货单位名称：单据和合同要等它写明才能出。写入设置 supplier，见 docs/operations.md']),
    ...(present.bank ? [] : ['没有收款账户：对公转账不能用。写入设置 bank_account，见 docs/operations.md']),
    ...(present.scopes ? [] : ['没有经营范围：企业注册时无从选择。第一次 npm run import -- goods 文件 时会建好']),
    ...(present.goods ? [] : ['没有商品：npm run import -- goods 文件']),
    ...(certificate === '' ? [] : [certificate]),
    ...(config.signing.timestampUrl === '' ? ['没有时间戳机构：签名里的时间只是本机的时间。设 TIMESTAMP_URL，见 docs/operations.md'] : []),
    '没有病毒扫描：上传的文件只按种类和内容检查。在 apps/server/src/providers/virus-scan 接入扫描器',
    ...(config.secureCookies ? [] : ['没有 HTTPS：会话可能被旁人窃取。放在 HTTPS 之后，并设 SECURE_COOKIES=1']),
  ]
  const risks = ORDER.filter((name) => config.standIns.includes(name)).map((name) => STAND_IN_WORDS[name].risk)
  return [
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

/** certificate: what is to be done about the one that signs papers; '': nothing. */
export const startLines = (db: Database, config: Config, certificate: string): Promise<string[]> =>
  config.demo ? demoLines(db, config) : realShopLines(db, config, certificate)
