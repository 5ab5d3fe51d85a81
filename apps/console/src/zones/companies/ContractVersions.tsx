import { Button, Form, Input, InputNumber } from 'antd'
import type { DataOf } from '#contract/call.ts'
import { useMay } from '../../app/me.ts'
import { numberText } from '../../parts/numbers.ts'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

interface Fields {
  title: string
  text: string
  valid_months: number
}

function Publish() {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.contractVersion, {
    form,
    outdates: [calls.contracts],
    done: ({ version }) => `已发布第 ${version} 版`,
    onDone: () => form.resetFields(),
  })
  const reason = useReason(deed.problem)
  const ask = (body: Fields): void =>
    reason.ask({
      title: '发布新版合同',
      what: `“${body.title}”，有效 ${body.valid_months} 个月。发布后不能修改，只能再发一版；新注册的企业从此签这一版。`,
      ok: '发布',
      bare: true,
      run: () => deed.run({ body }),
    })
  return (
    <Section title="发布新版合同">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ valid_months: 12 }}
        onFinish={ask}
        style={{ maxWidth: 760 }}
      >
        <Form.Item name="title" label="标题" rules={[{ required: true, min: 2, message: '请填写标题' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="text" label="正文" rules={[{ required: true, min: 50, message: '正文至少 50 个字' }]}>
          <Input.TextArea autoSize={{ minRows: 10, maxRows: 20 }} maxLength={40_000} showCount />
        </Form.Item>
        <Form.Item name="valid_months" label="有效期（月）" rules={[{ required: true, message: '请填写有效期' }]}>
          <InputNumber min={1} max={60} precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={deed.isBusy}>
          发布…
        </Button>
      </Form>
      {reason.dialog}
    </Section>
  )
}

function DemandAll() {
  const deed = useDeed(calls.contractDemand, { done: ({ demanded }) => `已要求 ${numberText(demanded)} 家企业签约` })
  const reason = useReason(deed.problem)
  return (
    <Section title="要求签约">
      <p className="muted">单独一家在企业档案里要求。这里是对全部已通过、没有签过最新版的企业：签署之前都不能下单。</p>
      <Button
        danger
        onClick={() =>
          reason.ask({
            title: '要求全部企业签署最新版合同',
            what: '全部已通过而没有签过最新版的企业，从现在起签署之前不能下单。',
            ok: '要求全部企业签约',
            danger: true,
            bare: true,
            run: () => deed.run({ body: {} }),
          })
        }
      >
        要求全部企业签约…
      </Button>
      {reason.dialog}
    </Section>
  )
}

type Versions = DataOf<typeof import('#contract/documents.ts')['staffContracts']>['versions']

function Known({ versions }: { versions: Versions }) {
  return (
    <Section title="版本">
      <Rows
        rows={versions}
        id={({ version }) => version}
        columns={[
          ['版本', ({ version }) => <b>第 {version} 版</b>],
          ['标题', ({ title }) => title],
          ['有效期', ({ valid_months }) => `${valid_months} 个月`],
          ['发布于', ({ published_at }) => <When at={published_at} />],
          ['在效企业', ({ standing }) => numberText(standing), 'num'],
        ]}
      />
    </Section>
  )
}

/** What can be signed, and who must. null: who has signed what is not for whoever looks. */
export function ContractVersions({ versions }: { versions: Versions | null }) {
  const may = useMay()
  return (
    <div className="scroll page">
      {versions && <Known versions={versions} />}
      {may('contracts.publish') && <Publish />}
      {may('contracts.demand') && <DemandAll />}
    </div>
  )
}
