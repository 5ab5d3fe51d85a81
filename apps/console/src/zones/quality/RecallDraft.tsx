import { Alert, Button, Form, Input, Radio, Table, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { beijingMinute } from '#domain/dates.ts'
import { answerDue, RECALL_LEVELS, type RecallLevel, recallText } from '#domain/recalls.ts'
import { To } from '../../app/places.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { ShareBar } from '../../parts/ShareBar.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { InSide } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { sharesOfFlow } from './recall-rules.ts'

type Flow = DataOf<typeof import('#contract/stock.ts')['staffBatchRecall']>
type Fields = Omit<BodyOf<typeof import('#contract/recalls.ts')['staffRecallStart']>, 'batch_id'>

const REASONS = ['有关物质不合格', '微生物限度不合格', '含量测定不合格', '包装或标签有误', '药监部门责令召回']
const ADVICE = '停止销售和使用，封存并退回我公司'
const LEVEL_NOTES: Readonly<Record<RecallLevel, string>> = {
  1: '可能引起严重健康危害',
  2: '可能引起暂时或可逆的危害',
  3: '一般不会引起危害',
}
const LEVELS = [1, 2, 3] as const

/** Who bought the batch and how many, the words of the recall, and what the buyers will read, before anything is done. */
export function RecallDraft({ flow, onOther }: { flow: Flow; onOther: () => void }) {
  const { batch, sums, list, total } = flow
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const said = Form.useWatch([], form) as Partial<Fields> | undefined
  const [now] = useState(() => new Date())
  const deed = useDeed(calls.recallStart, {
    done: ({ recall, sums: told }) => `召回 ${recall.no} 已启动，已通知 ${told.companies} 家`,
    outdates: [calls.recalls, calls.batches, calls.flow],
    form,
    onDone: ({ recall }) => void navigate(`/quality/recalls/${recall.id}`, { replace: true }),
  })
  const confirm = useReason(deed.problem)
  const level = said?.level ?? 2
  const due = beijingMinute(answerDue(level, now))
  const text = recallText({ name: batch.name, spec: batch.spec, batchNo: batch.batch_no, level, reason: said?.reason?.trim() || '……' }, due)
  const ask = (fields: Fields) =>
    confirm.ask({
      title: `启动${RECALL_LEVELS[fields.level].name}`,
      bare: true,
      danger: true,
      ok: `启动并通知 ${sums.companies} 家`,
      what: (
        <>
          <b>
            {batch.name} {batch.spec} 批号 {batch.batch_no}
          </b>
          ：各仓库随即锁定，{sums.companies} 家企业（{sums.orders} 张订单，{numberText(sums.number)}{' '}
          件）收到消息和召回通知书。消息发出后不能收回；结束召回时另立登记表。
        </>
      ),
      run: () => deed.run({ body: { ...fields, batch_id: batch.id } }),
    })
  useKeys([
    { key: 'Ctrl+Enter', what: '启动召回', run: form.submit },
    { key: 'Esc', what: '换一个批号', run: onOther },
  ])
  return (
    <div className="scroll page recall-start">
      <div className="batch-head">
        <b className="batch-no">{batch.batch_no}</b>
        <div className="grow">
          <p className="strong">
            {batch.name} {batch.spec}
          </p>
          <p className="muted s12">
            {batch.manufacturer} · 编码 {batch.code} · 有效期至 {batch.expiry_date}
          </p>
        </div>
        {batch.locked_at !== null && <StateTag tone="wrong">已锁定</StateTag>}
        <Button size="small" onClick={onOther}>
          换批号 <Kbd of="Esc" />
        </Button>
      </div>
      <div className="kpi">
        <div>
          <span>涉及企业</span>
          <b>{numberText(sums.companies)}</b>
        </div>
        <div>
          <span>涉及订单</span>
          <b>{numberText(sums.orders)}</b>
        </div>
        <div>
          <span>售出</span>
          <b>{numberText(sums.number)}</b>
        </div>
        <div>
          <span>未发出，将停在库内</span>
          <b>{numberText(sums.open)}</b>
        </div>
        <div>
          <span>已退回</span>
          <b>{numberText(sums.returned)}</b>
        </div>
      </div>
      {sums.number > 0 && <ShareBar shares={sharesOfFlow(sums)} sum={(all) => `合计售出 ${all} 件`} />}
      <Section title="召回">
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          className="recall-form"
          initialValues={{ level: 2, initiator: batch.manufacturer, advice: ADVICE }}
          onFinish={ask}
        >
          {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
          <Form.Item name="level" label="级别" extra={`${LEVEL_NOTES[level]}；客户须在 ${due} 前答复`}>
            <Radio.Group optionType="button" options={LEVELS.map((one) => ({ value: one, label: RECALL_LEVELS[one].name }))} />
          </Form.Item>
          <Form.Item label="原因">
            <Form.Item noStyle name="reason" rules={[{ required: true, whitespace: true, min: 2, message: '请写明召回原因' }]}>
              <Input.TextArea autoFocus maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} aria-label="原因" />
            </Form.Item>
            <div className="chips">
              {REASONS.map((one) => (
                <Tag.CheckableTag key={one} checked={said?.reason === one} onChange={() => form.setFieldValue('reason', one)}>
                  {one}
                </Tag.CheckableTag>
              ))}
            </div>
          </Form.Item>
          <Form.Item name="initiator" label="发起单位" rules={[{ required: true, whitespace: true, min: 2, message: '请填写发起单位' }]}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="advice" label="处理要求" rules={[{ required: true, whitespace: true, min: 2, message: '请填写处理要求' }]}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
          </Form.Item>
        </Form>
      </Section>
      <Section
        title="卖给了谁"
        note={total > list.length ? `前 ${list.length} 张，共 ${numberText(total)} 张订单` : `${numberText(total)} 张订单`}
      >
        <Table
          size="small"
          rowKey="order_id"
          pagination={false}
          dataSource={list}
          locale={{ emptyText: '没有售出过：只锁定批号，不通知任何企业' }}
          columns={[
            { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
            { title: '联系人', dataIndex: 'contact' },
            { title: '电话', dataIndex: 'phone' },
            { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
            { title: '状态', dataIndex: 'status_name' },
            { title: '数量', dataIndex: 'number', align: 'right', render: numberText },
            { title: '已退回', dataIndex: 'returned', align: 'right', render: numberText },
            { title: '发货', dataIndex: 'shipped_at', render: (at: string | null) => <When at={at} short empty="未发货" /> },
          ]}
        />
      </Section>
      <InSide>
        <aside className="draw" aria-label="通知预览">
          <header>
            <div className="grow">
              <p className="muted s12">启动时发给 {numberText(sums.companies)} 家</p>
              <h2>通知预览</h2>
            </div>
          </header>
          <div className="body">
            <Section title={`站内消息：药品召回：${batch.name}`}>
              <p className="message-preview">{text}</p>
              <p className="muted s12">{[...text].length} 字。答复时限从启动时算起，以发出的为准。</p>
            </Section>
            <Section title="随即发生">
              <ul className="timeline">
                <li>
                  <b>锁定</b>
                  <span>同一批号在各仓库不再销售，{numberText(sums.open)} 件未发出的停在库内</span>
                </li>
                <li>
                  <b>通知</b>
                  <span>{numberText(sums.companies)} 家各一条消息、一份盖章的召回通知书，列明该企业的订单与数量</span>
                </li>
                <li>
                  <b>登记</b>
                  <span>召回登记表第 1 版</span>
                </li>
                <li>
                  <b>催促</b>
                  <span>未答复的每天催一次，到答复为止</span>
                </li>
              </ul>
            </Section>
          </div>
          <footer className="foot">
            <Button type="primary" danger className="grow" loading={deed.isBusy} onClick={form.submit}>
              启动召回… <Kbd of="Ctrl+Enter" />
            </Button>
          </footer>
        </aside>
      </InSide>
      {confirm.dialog}
    </div>
  )
}
