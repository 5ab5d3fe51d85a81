import { Empty, Input, Spin, Table } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useKeys } from '../../parts/keys.tsx'
import { stepTo } from '../../parts/list-state.ts'
import { InHead } from '../../parts/slots.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { calls } from './calls.ts'
import './quality.css'
import { numberText } from '../../parts/numbers.ts'
import { RecallDraft } from './RecallDraft.tsx'
import { sameBatches } from './recall-rules.ts'

const FOUND_MAX = 40

/** Finds the batch by the number on the box; one that is found alone is taken at once. */
function FindBatch({ onFound }: { onFound: (id: number) => void }) {
  const [asked, setAsked] = useState('')
  const [current, setCurrent] = useState('')
  const answer = useAsk(calls.batches, { query: { keywords: asked, per_page: FOUND_MAX } }, { enabled: asked !== '' })
  const found = sameBatches(answer.data?.list ?? [])
  const [only] = found
  const exact = found.filter(({ batch_no }) => batch_no.toUpperCase() === asked.toUpperCase())
  const taken = exact.length === 1 ? exact[0] : found.length === 1 ? only : undefined
  const choose = (key: string): void => onFound(Number(key))
  const keys = found.map(({ id }) => String(id))
  useKeys([
    { key: 'J', what: '下一个批号', run: () => setCurrent(stepTo(keys, current, 1)), when: keys.length > 0 },
    { key: 'K', what: '上一个批号', run: () => setCurrent(stepTo(keys, current, -1)), when: keys.length > 0 },
    { key: 'Enter', what: '召回当前批号', run: () => choose(current), when: current !== '' },
  ])
  // As the number is read off the box: Enter searches, and goes on where nothing is left to choose.
  const takenId = asked !== '' ? taken?.id : undefined
  useEffect(() => {
    if (takenId !== undefined) onFound(takenId)
  }, [takenId, onFound])
  return (
    <div className="list">
      <div className="bar">
        <Input.Search
          autoFocus
          size="large"
          enterButton="查批号"
          placeholder="批号、商品编码或商品名的开头"
          aria-label="要召回的批号"
          style={{ width: 420 }}
          onSearch={(text) => setAsked(text.trim())}
        />
        <span className="muted s12">同一批号在各仓库一并召回</span>
      </div>
      {answer.error && <Trouble error={answer.error} onAgain={() => void answer.refetch()} />}
      <div className="list-body">
        {asked === '' ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="输入批号，先看它卖给了谁、各多少，再决定召回" />
        ) : (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            loading={answer.isPending}
            dataSource={found}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有以“${asked}”开头的批号或商品`} /> }}
            rowClassName={({ id }) => (String(id) === current ? 'is-cur' : '')}
            onRow={({ id }) => ({ onClick: () => choose(String(id)) })}
            columns={[
              { title: '批号', dataIndex: 'batch_no', render: (no: string) => <b>{no}</b> },
              { title: '商品', dataIndex: 'name' },
              { title: '规格', dataIndex: 'spec' },
              { title: '生产企业', dataIndex: 'manufacturer', ellipsis: true },
              { title: '有效期至', dataIndex: 'expiry_date' },
              { title: '仓库', dataIndex: 'warehouses', render: (names: string[]) => names.join('、') },
              { title: '在库', dataIndex: 'units', align: 'right', render: numberText },
            ]}
          />
        )}
      </div>
    </div>
  )
}

export default function StartRecallPage() {
  const { batch = '0' } = useParams()
  const navigate = useNavigate()
  const id = /^[1-9]\d{0,14}$/.test(batch) ? Number(batch) : 0
  const choose = useCallback((found: number) => void navigate(`/quality/recalls/start/${found}`, { replace: true }), [navigate])
  const answer = useAsk(calls.flow, { params: { id }, query: { per_page: 100 } }, { enabled: id > 0 })
  return (
    <>
      <InHead>
        <h1>启动召回</h1>
      </InHead>
      {id === 0 && <FindBatch onFound={choose} />}
      {id > 0 && answer.isPending && <Spin className="pad" />}
      {id > 0 && answer.error && <Trouble error={answer.error} onAgain={() => void answer.refetch()} />}
      {id > 0 && answer.data && (
        <RecallDraft key={id} flow={answer.data} onOther={() => void navigate('/quality/recalls/start/0', { replace: true })} />
      )}
    </>
  )
}
