import type { DossierWire } from '#contract/companies.ts'
import type { GoodsFilesWire, QuestionnaireWire } from '#contract/firsttrade.ts'
import columns from '#ui/columns.module.css'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { companyQuery } from '../../parts/certificates/dossier.ts'
import { GoodsFiles } from './GoodsFiles.tsx'
import { OwnPapers } from './OwnPapers.tsx'
import { Questionnaire } from './Questionnaire.tsx'

const TABS = ['own', 'goods', 'form'] as const
type Tab = (typeof TABS)[number]

type Data =
  | { tab: 'own'; dossier: DossierWire }
  | { tab: 'goods'; words: string; goods: GoodsFilesWire }
  | { tab: 'form'; form: QuestionnaireWire }

export async function loader({ api: client, queries, url, signal }: PageArgs): Promise<Data> {
  const tab: Tab = TABS.find((one) => one === url.searchParams.get('tab')) ?? 'own'
  if (tab === 'goods') {
    const words = (url.searchParams.get('keywords') ?? '').slice(0, 40)
    return { tab, words, goods: (await client.ask(memberApi.goodsFiles, { query: { keywords: words }, signal })).data }
  }
  if (tab === 'form') return { tab, form: (await client.ask(memberApi.questionnaire, { signal })).data }
  return { tab, dossier: await queries.fetchQuery({ ...companyQuery(client), staleTime: 0 }) }
}

const addressOf = (tab: Tab) => memberPaths.firstTrade({ tab: tab === 'own' ? undefined : tab })

/** /syzl: first-trade data both ways: what this company hands in, the files of goods that are new to it, the questionnaire. */
export default function FirstTradePage() {
  const data = usePageData<typeof loader>()
  const entry = (tab: Tab, text: string) => ({ text, to: addressOf(tab), current: data.tab === tab })
  return (
    <AccountShell title="首营资料">
      <div className={columns.column}>
        <section className="panel" aria-label="首营资料">
          <Tabs
            label="首营资料分类"
            entries={[entry('own', '贵司资质'), entry('goods', '首营品种资料'), entry('form', '质量体系调查表')]}
          />
          {data.tab === 'goods' && <GoodsFiles words={data.words} list={data.goods.list} />}
          {data.tab === 'form' && <Questionnaire key={data.form.sent_at} form={data.form} />}
          {data.tab === 'own' && <OwnPapers loaded={data.dossier} />}
        </section>
      </div>
    </AccountShell>
  )
}
