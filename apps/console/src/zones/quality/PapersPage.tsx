import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Empty, Segmented, Table } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { stepTo, withLook } from '../../parts/list-state.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { calls } from './calls.ts'
import { GoodsPicker } from './GoodsPicker.tsx'
import { PaperDrawer } from './PaperDrawer.tsx'
import { type Paper, standingOf } from './paper-rules.ts'
import './quality.css'
import { RegisterPaper } from './RegisterPaper.tsx'

type Scope = 'supplier' | 'goods' | 'soon'

const SCOPES: { value: Scope; label: string }[] = [
  { value: 'supplier', label: '本公司' },
  { value: 'goods', label: '品种' },
  { value: 'soon', label: '60 天内到期' },
]

/** What buyers file of us and of goods: in force, about to end, ended; who has read it. */
export default function PapersPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [current, setCurrent] = useState('')
  const scope = (SCOPES.find(({ value }) => value === params.get('scope'))?.value ?? 'supplier') as Scope
  const goods = Number(params.get('goods')) || null
  const all = params.get('all') === '1'
  const isAsked = scope !== 'goods' || goods !== null
  const query = {
    ...(scope === 'goods' && goods !== null && { goods_id: goods }),
    ...(scope === 'soon' && { soon: 1 }),
    ...(all && scope !== 'soon' && { all: 1 }),
  }
  const answer = useAsk(calls.papers, { query }, { enabled: isAsked, keepFormer: true })
  const list = isAsked ? (answer.data?.list ?? []) : []
  const put = (change: Record<string, string>): void => {
    const next = new URLSearchParams(params)
    next.delete('look')
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true })
  }
  const look = params.get('look') ?? ''
  const looked = list.find(({ id }) => String(id) === look)
  const open = (key: string): void => {
    setCurrent(key)
    setParams(withLook(params, key), { replace: true })
  }
  const step = (by: 1 | -1): void => {
    const key = stepTo(
      list.map(({ id }) => String(id)),
      look || current,
      by,
    )
    if (look) open(key)
    else setCurrent(key)
  }
  const canChange = may('trade_papers.change')
  useKeys([
    { key: 'J', what: '下一份', run: () => step(1) },
    { key: 'K', what: '上一份', run: () => step(-1) },
    { key: 'Enter', what: '打开当前资料', run: () => open(current), when: current !== '' },
    { key: 'N', what: '登记资料', run: () => put({ new: '1' }), when: canChange },
  ])
  const missing = isAsked && scope !== 'soon' ? (answer.data?.missing ?? []) : []
  return (
    <div className="list">
      <div className="bar">
        <Segmented options={SCOPES} value={scope} onChange={(value) => put({ scope: value === 'supplier' ? '' : value })} />
        {scope === 'goods' && may('goods.view') && (
          <GoodsPicker value={goods} onChange={(id) => put({ goods: id === null ? '' : String(id) })} />
        )}
        {scope !== 'soon' && (
          <Checkbox checked={all} onChange={({ target }) => put({ all: target.checked ? '1' : '' })}>
            连同已替代、已撤下的
          </Checkbox>
        )}
        <span className="grow" />
        {canChange && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => put({ new: '1' })}>
            登记资料 <Kbd of="N" />
          </Button>
        )}
      </div>
      {missing.length > 0 && <Alert banner type="warning" title={`首营资料包还缺：${missing.join('、')}`} />}
      {answer.error && <Trouble error={answer.error} onAgain={() => void answer.refetch()} />}
      <div className="list-body">
        <Table<Paper>
          size="small"
          sticky
          rowKey="id"
          pagination={false}
          loading={isAsked && answer.isPending}
          dataSource={list}
          // As wide as there is room: otherwise beside the picture what is hidden keeps its part of the width.
          tableLayout="auto"
          scroll={{ x: '100%' }}
          locale={{
            emptyText: (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={!isAsked ? '先选一个品种' : scope === 'soon' ? '60 天内没有到期的资料' : '还没有登记资料'}
              />
            ),
          }}
          rowClassName={({ id }) => (String(id) === (look || current) ? 'is-cur' : '')}
          onRow={({ id }) => ({ onClick: () => open(String(id)) })}
          columns={[
            { title: '资料', dataIndex: 'name', ellipsis: true, width: 280, render: (name: string) => <b>{name}</b> },
            { title: '编号', dataIndex: 'number', ellipsis: true, width: 160 },
            { title: '发证机关', dataIndex: 'issuer', ellipsis: true, width: 160 },
            { title: '发证', dataIndex: 'issued_on', render: (day: string | null) => day ?? <span className="muted">—</span> },
            { title: '有效期至', dataIndex: 'expires_on', render: (day: string | null) => day ?? '长期' },
            {
              title: '状态',
              key: 'state',
              render: (_, paper) => {
                const { tone, text } = standingOf(paper)
                return <StateTag tone={tone}>{text}</StateTag>
              },
            },
            { title: '文件', key: 'files', align: 'right', render: (_, { files }) => files.length },
            { title: '登记人', dataIndex: 'created_by' },
          ]}
        />
      </div>
      {isAsked && (
        <footer className="list-foot">
          <ExportButton kind="trade_papers" query={query} />
        </footer>
      )}
      {looked && (
        <PaperDrawer
          key={`${looked.id} ${looked.paper_state}`}
          paper={looked}
          onClose={() => setParams(withLook(params, ''), { replace: true })}
        />
      )}
      {canChange && params.get('new') === '1' && (
        <RegisterPaper goods={scope === 'goods' ? goods : null} ofGoods={scope === 'goods'} onClose={() => put({ new: '' })} />
      )}
    </div>
  )
}
