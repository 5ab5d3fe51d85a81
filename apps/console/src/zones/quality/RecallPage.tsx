import { Button, Progress, Table } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import type { RecallDetailWire } from '#contract/recalls.ts'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { StepLine } from '../../parts/StepLine.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './quality.css'
import { numberText } from '../../parts/numbers.ts'
import { ShareBar } from '../../parts/ShareBar.tsx'
import { RecallBuyers } from './RecallBuyers.tsx'
import { sharesOfRecall, unsettledText } from './recall-rules.ts'
import { useRecallDeeds } from './useRecallDeeds.tsx'

function Top({ data }: { data: RecallDetailWire }) {
  const { recall, sums, shares, stock } = data
  const held = stock.reduce((sum, one) => sum + one.available + one.reserved, 0)
  const isOpen = recall.state === 'open'
  return (
    <>
      <div className="batch-head">
        <b className="batch-no">{recall.batch_no}</b>
        <div className="grow">
          <p className="strong ell">
            {recall.name} {recall.spec}
          </p>
          <p className="muted s12 ell">
            {recall.manufacturer} · {recall.approval_no}
          </p>
        </div>
        <StepLine at={isOpen ? 2 : 4} steps={[{ name: '锁定' }, { name: '通知' }, { name: '收回' }, { name: '结案' }]} />
      </div>
      <div className="kpi">
        <div>
          <span>在库，已锁定</span>
          <b>{numberText(held)}</b>
          <small>{stock.length} 个仓库</small>
        </div>
        <div>
          <span>已售</span>
          <b>{numberText(sums.sold)}</b>
          <small>
            {numberText(sums.companies)} 家 {numberText(sums.orders)} 单
          </small>
        </div>
        <div>
          <span>已收回</span>
          <b>{numberText(sums.returned)}</b>
          <small>{numberText(sums.settled)} 家已了</small>
        </div>
        <div>
          <span>还在外面</span>
          <b>{numberText(sums.outside)}</b>
          <small>其中 {numberText(sums.on_way)} 在寄回途中</small>
        </div>
        <div>
          <span>未答复</span>
          <b className={sums.silent > 0 ? 'bad' : ''}>{numberText(shares.unanswered)}</b>
          <small className={sums.silent > 0 ? 'bad' : ''}>{numberText(sums.silent)} 家未确认</small>
        </div>
        <div>
          <span>已确认收到通知</span>
          <Progress
            size="small"
            percent={sums.companies === 0 ? 100 : Math.floor(((sums.companies - sums.silent) / sums.companies) * 100)}
            aria-label="已确认收到通知"
          />
        </div>
      </div>
      {sums.sold > 0 && <ShareBar shares={sharesOfRecall(shares)} sum={(all) => `合计售出 ${all} ${recall.unit}`} />}
    </>
  )
}

function Recall({ data }: { data: RecallDetailWire }) {
  const may = useMay()
  const { recall, sums, shares, stock, log, register } = data
  const isOpen = recall.state === 'open'
  const deeds = useRecallDeeds(data)
  const canFollow = may('recalls.follow')
  const canClose = may('recalls.run') && isOpen
  const canRemind = canFollow && isOpen && sums.silent > 0
  useKeys([
    { key: 'M', what: '催促未确认的企业', run: deeds.remind, when: canRemind },
    { key: 'P', what: '制作召回登记表', run: deeds.register, when: canFollow },
    { key: 'F', what: '结束召回', run: deeds.close, when: canClose },
  ])
  const unsettled = unsettledText(shares, recall.unit)
  return (
    <RecordPage
      title={recall.no}
      state={
        <>
          <StateTag tone={isOpen ? 'waiting' : 'closed'}>{recall.state_name}</StateTag>
          <span className="chip chip-warn">{recall.level_name}</span>
          <span className="muted s12 ell">
            {recall.started_by} <When at={recall.started_at} short /> 启动
          </span>
        </>
      }
      top={<Top data={data} />}
      tabs={[
        { key: 'buyers', title: '企业', count: sums.companies, content: <RecallBuyers data={data} /> },
        {
          key: 'facts',
          title: '召回与在库',
          content: (
            <>
              <Section title="召回">
                <Facts
                  items={[
                    ['原因', recall.reason],
                    ['处理要求', recall.advice],
                    ['发起单位', recall.initiator],
                    ['启动', `${recall.started_by}`],
                    ['启动时间', <When key="at" at={recall.started_at} />],
                    ...(isOpen
                      ? []
                      : ([
                          ['结束', recall.closed_by],
                          ['结束时间', <When key="closed" at={recall.closed_at} />],
                          ['总结', recall.close_note],
                        ] as const)),
                  ]}
                />
              </Section>
              <Section title="在库" note="结束召回后仍锁定，由质量部门另行解锁">
                <Table
                  size="small"
                  rowKey="warehouse"
                  pagination={false}
                  dataSource={stock}
                  columns={[
                    { title: '仓库', dataIndex: 'warehouse' },
                    { title: '锁定', dataIndex: 'available', align: 'right', render: numberText },
                    { title: '订单占用', dataIndex: 'reserved', align: 'right', render: numberText },
                  ]}
                />
              </Section>
            </>
          ),
        },
        {
          key: 'log',
          title: '经过',
          content: (
            <ul className="timeline pad">
              {log.map(({ at, actor, company, text }) => (
                <li key={`${at}${actor}${text}`}>
                  <When at={at} short />
                  <span>
                    <b>{actor}</b> {company && `（${company}）`} {text}
                  </span>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
      foot={
        <>
          <span className="muted s12 row">
            <Kbd of="J" /> <Kbd of="K" /> 上下 <Kbd of="Enter" /> 打开 <Kbd of="C" /> 记答复
          </span>
          <span className="grow" />
          {canRemind && (
            <Button onClick={deeds.remind}>
              催 {numberText(sums.silent)} 家 <Kbd of="M" />
            </Button>
          )}
          {register && may('papers.view') && register.file_url && (
            <Button href={`${staffUrl(register.file_url)}?inline=1`} target="_blank" rel="noreferrer">
              登记表第 {register.version} 版
            </Button>
          )}
          {register && !register.file_url && (
            <span className="muted s12">
              登记表第 {register.version} 版{register.state_name}
            </span>
          )}
          {canFollow && (
            <Button onClick={deeds.register}>
              制作登记表… <Kbd of="P" />
            </Button>
          )}
          {canClose && (
            <Button type="primary" onClick={deeds.close}>
              结案{unsettled && `，${unsettled}`}… <Kbd of="F" />
            </Button>
          )}
        </>
      }
    >
      {deeds.dialog}
    </RecordPage>
  )
}

const LOOK_AGAIN_MS = 15_000

export default function RecallPage() {
  const { id = '0' } = useParams()
  const [params] = useSearchParams()
  const query = {
    page: Math.max(1, Number(params.get('page')) || 1),
    per_page: 40,
    ...(params.get('keywords') && { keywords: params.get('keywords') ?? '' }),
    ...(params.get('state') && { buyer_state: params.get('state') as 'silent' }),
  }
  const answer = useAsk(calls.recall, { params: { id: Number(id) }, query }, { keepFormer: true, every: LOOK_AGAIN_MS })
  return <Loaded of={answer}>{(data) => <Recall data={data} />}</Loaded>
}
