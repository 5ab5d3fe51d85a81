import { Alert, Table } from 'antd'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './quality.css'
import { numberText } from '../../parts/numbers.ts'

type Law = DataOf<typeof import('#contract/law.ts')['staffLaw']>
/** By the name of its file, as apps/server/law/README.md calls them. */
const LISTS: Readonly<Record<string, string>> = {
  blood: '血液制品',
  characters: '繁体、异体、错字',
  clues: '总表示某一类的字样',
  coldchain: '冷链',
  detox: '戒毒药品',
  forms: '剂型词',
  granules: '中药配方颗粒',
  herbs: '饮片名与炮制字',
  hospital: '医疗机构制剂',
  lawful: '合法而貌似禁售的名称',
  marks: '特殊管理标记',
  narcotics: '麻醉药品',
  nuclides: '核素',
  partners: '复方的另一成分',
  precursors: '药品类易制毒化学品',
  psychotropics: '精神药品',
  radioactive: '放射性药品',
  salts: '盐与修饰词',
  special: '含特殊药品的复方制剂',
  'toxic-herbs': '毒性中药材与饮片',
  toxic: '医疗用毒性药品',
  vaccines: '疫苗',
}
/** The lists' mark and the day by which they were read: people know the day. */
const dayOf = (version: string): string => version.split('@')[1] ?? version

function Version({ law }: { law: Law }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard
    <div className="scroll page" tabIndex={0}>
      <div className="kpi">
        <div>
          <span>现行版本</span>
          <b title={law.version}>{dayOf(law.version)}</b>
        </div>
        <div>
          <span>下一次变化</span>
          <b>{law.next_change ?? '没有已知的'}</b>
        </div>
        {law.counts.map(({ state, name, count }) => (
          <div key={state}>
            <span>{name}</span>
            <b>{numberText(count)}</b>
          </div>
        ))}
      </div>
      {law.outdated > 0 && <Alert banner type="error" title={`${numberText(law.outdated)} 个商品还没有按现行版本核验，核验前不能下单`} />}
      <Section title="名单">
        <Table
          className="narrow-table"
          size="small"
          rowKey="name"
          pagination={false}
          dataSource={law.lists}
          columns={[
            { title: '名单', dataIndex: 'name', render: (name: string) => LISTS[name] ?? name },
            { title: '条数', dataIndex: 'rows', align: 'right', render: numberText },
          ]}
        />
      </Section>
      <Section title="最近的核验" note="全部商品按一个版本重新核验一遍">
        <Table
          size="small"
          rowKey="at"
          pagination={false}
          dataSource={law.judgings}
          locale={{ emptyText: '还没有核验过' }}
          columns={[
            { title: '时间', dataIndex: 'at', render: (at: string) => <When at={at} /> },
            { title: '版本', dataIndex: 'version', render: (version: string) => <span title={version}>{dayOf(version)}</span> },
            { title: '用时', dataIndex: 'seconds', align: 'right', render: (seconds: number) => `${seconds.toFixed(1)} 秒` },
            { title: '核验', dataIndex: 'judged', align: 'right', render: numberText },
            { title: '下架', dataIndex: 'taken_off', align: 'right', render: numberText },
            { title: '恢复上架', dataIndex: 'put_back', align: 'right', render: numberText },
            { title: '禁售', dataIndex: 'barred', align: 'right', render: numberText },
            { title: '待审核', dataIndex: 'doubtful', align: 'right', render: numberText },
            { title: '人工放行', dataIndex: 'released', align: 'right', render: numberText },
          ]}
        />
      </Section>
    </div>
  )
}

export default function LawVersionsPage() {
  return <Loaded of={useAsk(calls.law, {})}>{(law) => <Version law={law} />}</Loaded>
}
