import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { SpecialLimitWire } from '#contract/special-limits.ts'
import { COMPANY_TYPES } from '#domain/paper-kinds.ts'
import { outdate } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

type Limits = typeof import('#contract/special-limits.ts')['staffSpecialLimits']

interface Typed {
  per_order: number
  per_month: number
  reason: string
}

const COLUMNS: Columns<Limits> = [
  { title: '企业类型', dataIndex: 'company_type', width: 140, render: (type: string) => <b>{type}</b> },
  { title: '复方制剂', dataIndex: 'substance_name' },
  { title: '每单（盒）', dataIndex: 'per_order', align: 'right', width: 120 },
  { title: '每月（盒）', dataIndex: 'per_month', align: 'right', width: 120 },
  {
    title: '没有设置时',
    key: 'usual',
    width: 200,
    render: (_, { usual_order, usual_month, is_set }) =>
      is_set === 1 ? `每单 ${usual_order}、每月 ${usual_month}` : <span className="chip">没有设置，按通常</span>,
  },
]

const said = ({ per_order, per_month }: Pick<SpecialLimitWire, 'per_order' | 'per_month'>): string => `每单 ${per_order}、每月 ${per_month}`

function LimitDrawer({ row, onClose }: { row: SpecialLimitWire; onClose: () => void }) {
  const can = useMay()('special_limits.change')
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  // As it was when it was opened: the list goes on being read meanwhile.
  const [opened] = useState(row.version)
  const typed = Form.useWatch([], form) as Typed | undefined
  const deed = useDeed(calls.specialLimitSave, { done: '限购已保存，下一张订单起按它算', outdates: [calls.specialLimits], onDone: onClose })
  const send = ({ reason, ...limits }: Typed, version = opened): void => {
    const { company_type, substance } = row
    void deed.run({ body: { rows: [{ company_type, substance, ...limits, version }], reason } })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存限购', run: () => form.submit(), when: can }])
  return (
    <SideDrawer
      title={row.company_type}
      note={row.substance_name}
      onClose={onClose}
      foot={
        can && (
          <Button type="primary" className="grow" loading={deed.isBusy} onClick={form.submit}>
            保存 <Kbd of="Ctrl+S" />
          </Button>
        )
      }
    >
      <MeanwhileNotice
        of={deed}
        mine={{ [row.id]: said({ ...row, ...typed }) }}
        names={{ [row.id]: '限购' }}
        onKeepMine={() => send(form.getFieldsValue(), deed.meanwhile?.version)}
        onTakeTheirs={() => void outdate(queries, [calls.specialLimits]).then(onClose)}
      />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Section title="限购" note="按盒，一张结算单内各订单合计">
        {can ? (
          <Form form={form} layout="vertical" requiredMark={false} initialValues={{ ...row, reason: '' }} onFinish={(all) => send(all)}>
            <Form.Item name="per_order" label="每单" rules={[{ required: true, message: '请填写每单限购' }]}>
              <InputNumber min={1} max={100_000} precision={0} suffix="盒" />
            </Form.Item>
            <Form.Item name="per_month" label="每月（北京时间自然月）" rules={[{ required: true, message: '请填写每月限购' }]}>
              <InputNumber min={1} max={100_000} precision={0} suffix="盒" />
            </Form.Item>
            <Form.Item
              name="reason"
              label="理由"
              rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}
            >
              <Input maxLength={200} placeholder="记入操作记录" />
            </Form.Item>
          </Form>
        ) : (
          <Facts
            items={[
              ['每单', `${row.per_order} 盒`],
              ['每月', `${row.per_month} 盒`],
            ]}
          />
        )}
      </Section>
    </SideDrawer>
  )
}

export default function SpecialLimitsPage() {
  return (
    <ListPage
      what="限购"
      list={calls.specialLimits}
      columns={COLUMNS}
      filters={[
        {
          kind: 'choice',
          name: 'company_type',
          text: '企业类型',
          choices: COMPANY_TYPES.map((value) => ({ value, text: value })),
        },
      ]}
      drawer={(row, close) => <LimitDrawer key={row.id} row={row} onClose={close} />}
    />
  )
}
