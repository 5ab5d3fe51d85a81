import { Empty, Pagination, Table } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RecallDetailWire } from '#contract/recalls.ts'
import { useMay } from '../../app/me.ts'
import { Filters } from '../../parts/Filters.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { stepTo, withChange, withLook, withPlace } from '../../parts/list-state.ts'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { StateViews } from '../../parts/StateViews.tsx'
import { When } from '../../parts/When.tsx'
import { BuyerDrawer } from './BuyerDrawer.tsx'
import { BUYER_TONES } from './recall-rules.ts'

type Buyer = RecallDetailWire['buyers'][number]
const kept = (of: number | null) => (of === null ? <span className="muted">未报</span> : numberText(of))

/** The companies that were told, each with its part; J K Enter, C writes down what one of them said. */
export function RecallBuyers({ data }: { data: RecallDetailWire }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [current, setCurrent] = useState('')
  const [answering, setAnswering] = useState(false)
  const { buyers, states, sums, shares, recall } = data
  const keys = buyers.map(({ company_id }) => String(company_id))
  const look = params.get('look') ?? ''
  const looked = buyers.find(({ company_id }) => String(company_id) === look)
  const open = (key: string, answer = false): void => {
    setCurrent(key)
    setAnswering(answer)
    setParams(withLook(params, key), { replace: true })
  }
  const step = (by: 1 | -1): void => {
    const key = stepTo(keys, look || current, by)
    if (look) open(key)
    else setCurrent(key)
  }
  const canAnswer = may('recalls.follow') && recall.state === 'open'
  useKeys([
    { key: 'J', what: '下一家', run: () => step(1) },
    { key: 'K', what: '上一家', run: () => step(-1) },
    { key: 'Enter', what: '打开当前企业', run: () => open(current), when: current !== '' },
    { key: 'C', what: '登记这家的答复', run: () => open(look || current, true), when: canAnswer && (look || current) !== '' },
  ])
  const all = states.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <StateViews
        name="state"
        otherwise=""
        views={[
          { value: '', text: '全部', count: all },
          ...states.filter(({ count }) => count > 0).map(({ state, name, count }) => ({ value: state, text: name, count })),
        ]}
      />
      <div className="bar">
        <Filters
          filters={[{ kind: 'search', name: 'keywords', text: '企业名称' }]}
          values={{ keywords: params.get('keywords') ?? '' }}
          onChange={(change) => setParams(withChange(params, change), { replace: true })}
        />
      </div>
      <Table<Buyer>
        size="small"
        sticky
        rowKey="company_id"
        pagination={false}
        dataSource={buyers}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={sums.companies === 0 ? '没有企业买过这个批号' : '没有符合的企业'} />
          ),
        }}
        rowClassName={({ company_id, is_late }) =>
          `${String(company_id) === (look || current) ? 'is-cur' : ''} ${is_late === 1 ? 'is-bad' : ''}`
        }
        onRow={({ company_id }) => ({ onClick: () => open(String(company_id)) })}
        summary={() =>
          sums.companies > 1 && (
            <Table.Summary fixed="top">
              <Table.Summary.Row>
                <Table.Summary.Cell index={0}>合计 {numberText(sums.companies)} 家</Table.Summary.Cell>
                {[sums.sold, shares.kept, sums.on_way, sums.returned, sums.outside].map((one, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stand in their order
                  <Table.Summary.Cell key={at} index={at + 1} align="right">
                    <b>{numberText(one)}</b>
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={6} colSpan={4}>
                  {sums.silent > 0 && <span className="w">未报 {numberText(shares.unanswered)}</span>}
                </Table.Summary.Cell>
              </Table.Summary.Row>
            </Table.Summary>
          )
        }
        columns={[
          { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
          { title: '购入', dataIndex: 'sold', align: 'right', render: numberText },
          { title: '尚存', dataIndex: 'kept', align: 'right', render: kept },
          { title: '寄回途中', dataIndex: 'on_way', align: 'right', render: numberText },
          { title: '已收回', dataIndex: 'returned', align: 'right', render: numberText },
          { title: '还在外面', dataIndex: 'outside', align: 'right', render: numberText },
          {
            title: '进度',
            dataIndex: 'buyer_state',
            render: (_, { buyer_state, buyer_state_name, is_late }) => (
              <StateTag tone={is_late === 1 ? 'wrong' : BUYER_TONES[buyer_state]}>
                {is_late === 1 ? '逾期未确认' : buyer_state_name}
              </StateTag>
            ),
          },
          {
            title: '最近一步',
            key: 'last',
            render: (_, { confirmed_at, confirmed_by, due_at }) =>
              confirmed_at === null ? (
                <span className="muted">
                  须在 <When at={due_at} short /> 前答复
                </span>
              ) : (
                <span className="muted">
                  {confirmed_by} <When at={confirmed_at} short />
                </span>
              ),
          },
          { title: '联系人', dataIndex: 'contact' },
          {
            title: '电话',
            dataIndex: 'phone',
            render: (phone: string) =>
              phone !== '' && (
                <a className="link" href={`tel:${phone}`}>
                  {phone}
                </a>
              ),
          },
        ]}
      />
      {data.total > data.per_page && (
        <footer className="list-foot">
          <Pagination
            size="small"
            current={data.page}
            pageSize={data.per_page}
            total={data.total}
            showSizeChanger={false}
            onChange={(page) => setParams(withPlace(params, { page }))}
          />
        </footer>
      )}
      {looked && (
        <BuyerDrawer
          key={looked.company_id}
          data={data}
          buyer={looked}
          answering={answering && canAnswer}
          canAnswer={canAnswer}
          onAnswering={setAnswering}
          onClose={() => setParams(withLook(params, ''), { replace: true })}
        />
      )}
    </>
  )
}
