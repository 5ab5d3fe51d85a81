import type { DataOf } from '#contract/call.ts'
import type { OpeningStepWire, staffOpening } from '#contract/settings.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type SettingsOf, settingsFrom, standingSettings } from '../../../platform/settings.ts'
import { AGREEMENT_TEXTS, LEGAL_TEXTS } from '../../goods/content/public.ts'
import { SEEDED_ROLES } from '../accounts/public.ts'
import { type OpeningFigures, openingFigures } from './opening-views.ts'

/** What stands between an empty shop and its first order, each step as the database has it. */

const KEYS = ['company_name', 'supplier', 'hot_line', 'licences', 'bank_account', 'shipping', 'return_address'] as const
type Said = SettingsOf<(typeof KEYS)[number]>
interface Grounds {
  said: Said
  figures: OpeningFigures
  /** What is to be done about the certificate that signs papers; '': nothing. */
  certificate: string
}
interface Step {
  key: string
  title: string
  to: string
  go: string
  /** Said where it is done. */
  done: (grounds: Grounds) => string
  /** What is missing, in words; empty: it is done. */
  missing: (grounds: Grounds) => string[]
}

const TEXTS = [...AGREEMENT_TEXTS, ...LEGAL_TEXTS]
const MUST_LICENCES = ['药品经营许可证', '营业执照'] as const
/** Without these nobody can do a shop's daily work; two where the law wants another person for the second step. */
const NEEDED_PEOPLE: readonly (readonly [role: string, count: number])[] = [
  ['quality', 1],
  ['quality_head', 1],
  // The administrator makes neither categories nor goods.
  ['merchandiser', 1],
  ['warehouse', 2],
  ['finance', 1],
  ['service', 1],
]

const lacks = (...pairs: readonly (readonly [unknown, string])[]): string[] => pairs.flatMap(([is, what]) => (is ? [] : [what]))
const some = (count: number): string => (count >= 1000 ? '1,000 以上' : String(count))

const STEPS: readonly Step[] = [
  {
    key: 'company',
    title: '本企业资料',
    to: 'system/settings?tab=shop',
    go: '填写',
    done: ({ said }) => `${said.company_name ?? ''}，${said.hot_line ?? ''}`,
    missing: ({ said }) =>
      lacks(
        [said.company_name, '企业名称'],
        [said.supplier?.tax_no || said.licences?.find(({ name }) => name === '营业执照'), '统一社会信用代码'],
        [said.supplier?.address, '注册地址'],
        [said.hot_line, '服务热线'],
      ),
  },
  {
    key: 'licences',
    title: '证照公示',
    to: 'system/settings?tab=shop',
    go: '上传',
    done: ({ said }) => `${said.licences?.length ?? 0} 份证照，页脚公示`,
    missing: ({ said }) =>
      MUST_LICENCES.flatMap((name) => {
        const found = said.licences?.find((one) => one.name === name)
        return found === undefined ? [name] : found.file === undefined ? [`${name}的影像`] : []
      }),
  },
  {
    key: 'seal',
    title: '印章与签章',
    to: 'system/seals',
    go: '登记',
    done: ({ certificate }) => certificate || '印章已登记，签章证书有效',
    missing: ({ figures }) => lacks([figures.seals.length > 0, '本公司印章（单据、合同上用）']),
  },
  {
    key: 'bank',
    title: '收款账户',
    to: 'system/settings?tab=money',
    go: '填写',
    done: ({ said }) => `${said.bank_account?.bank ?? ''}`,
    missing: ({ said: { bank_account: bank } }) => lacks([bank?.name, '户名'], [bank?.bank, '开户行'], [bank?.number, '账号']),
  },
  {
    key: 'shipping',
    title: '运费与退货地址',
    to: 'system/settings?tab=shipping',
    go: '确定',
    done: () => '运费、退货地址已定',
    missing: ({ said }) => lacks([said.shipping, '运费（现在按缺省收）'], [said.return_address, '退货地址']),
  },
  {
    key: 'people',
    title: '各岗位的人',
    to: 'system/staff?new=1',
    go: '添加',
    done: ({ figures }) => `${figures.people.reduce((sum, { count }) => sum + count, 0)} 人次在岗`,
    missing: ({ figures }) => [
      ...NEEDED_PEOPLE.flatMap(([role, needed]) => {
        const short = needed - (figures.people.find(({ key }) => key === role)?.count ?? 0)
        const name = SEEDED_ROLES[role]?.name ?? role
        return short > 0 ? [short > 1 || needed > 1 ? `${name} ${short} 人` : name] : []
      }),
      ...lacks([figures.firstTradePair, '首营审核与审批须由两个人']),
    ],
  },
  {
    key: 'warehouse',
    title: '仓库',
    to: 'warehouse/warehouses',
    go: '建立',
    done: ({ figures }) => figures.warehouses.slice(0, 5).join('、'),
    missing: ({ figures }) => lacks([figures.warehouses.length > 0, '至少一个仓库']),
  },
  {
    key: 'categories',
    title: '商品分类',
    to: 'goods/categories',
    go: '建立',
    done: ({ figures }) => `${figures.categories} 个分类`,
    missing: ({ figures }) => lacks([figures.categories > 0, '至少一个分类']),
  },
  {
    key: 'goods',
    title: '首批商品上架',
    to: 'goods/list',
    go: '录入',
    done: ({ figures }) => `${some(figures.sellable)} 个商品有价有货`,
    missing: ({ figures }) =>
      figures.onShelf === 0
        ? ['上架的商品']
        : lacks([figures.sellable > 0, `有价、有货的商品（已上架 ${some(figures.onShelf)} 个，收货入库后可售）`]),
  },
  {
    key: 'texts',
    title: '法律文本与帮助',
    to: 'content/articles?state=legal',
    go: '起草、发布',
    done: () => `${LEGAL_TEXTS.length} 篇已发布`,
    missing: ({ figures }) => LEGAL_TEXTS.filter(({ code }) => !figures.published.includes(code)).map(({ title }) => title),
  },
  {
    key: 'agreements',
    title: '注册协议',
    to: 'content/agreements',
    go: '起草、送审',
    done: () => AGREEMENT_TEXTS.map(({ title }) => title).join('、'),
    missing: ({ figures }) => AGREEMENT_TEXTS.filter(({ code }) => !figures.published.includes(code)).map(({ title }) => title),
  },
  {
    key: 'company_passed',
    title: '第一家客户',
    to: 'companies/invitations',
    go: '邀请',
    done: ({ figures }) => `${some(figures.passed)} 家已通过`,
    missing: ({ figures }) =>
      lacks([figures.passed > 0, figures.waiting > 0 ? `${some(figures.waiting)} 家待审核，还没有通过的` : '还没有企业注册并通过审核']),
  },
  {
    key: 'order',
    title: '试走一单',
    to: 'orders',
    go: '查看订单',
    done: () => '已有发出的订单',
    missing: ({ figures }) => lacks([figures.shipped > 0, figures.orders > 0 ? '已有订单，还没有发出' : '下一张试单，走到发货']),
  },
]

function stepWire({ key, title, to, go, done, missing }: Step, grounds: Grounds): OpeningStepWire {
  const lacking = missing(grounds)
  return {
    key,
    title,
    to,
    go,
    done: lacking.length === 0 ? 1 : 0,
    text: lacking.length === 0 ? done(grounds) : `缺：${lacking.join('、')}`,
  }
}

export async function openingOf({ db }: DatabaseHandle, certificate: string, now: Date): Promise<DataOf<typeof staffOpening>> {
  const codes = TEXTS.map(({ code }) => code)
  const [said, figures] = await Promise.all([standingSettings(db, KEYS), openingFigures(db, now, codes)])
  const grounds = { said: settingsFrom(KEYS, said), figures, certificate }
  const steps = STEPS.map((step) => stepWire(step, grounds))
  const preparing = grounds.said.company_name && figures.onShelf > 0 ? 0 : 1
  return { steps, total: steps.filter(({ done }) => done === 0).length, preparing }
}
