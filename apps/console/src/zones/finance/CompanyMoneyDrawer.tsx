import { Alert, Button, Form, Input, InputNumber, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { newKey } from '#api-client/new-key.ts'
import type { CompanyMoneyWire } from '#contract/finance.ts'
import { moneyText } from '#ui/yuan.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

const DAYS_MAX = 365
const REASON = [{ required: true, whitespace: true, min: 2, message: '请写明理由' }]
const AMOUNT = { pattern: /^-?\d{1,9}(\.\d{1,2})?$/, message: '请填金额，最多两位小数' }

interface Dialog {
  row: CompanyMoneyWire
  open: boolean
  onClose: () => void
}

function Terms({ row, open, onClose }: Dialog) {
  const [form] = Form.useForm<{ limit: string; days: number; reason: string }>()
  const deed = useDeed(calls.creditTerms, { done: '账期已设置', outdates: [calls.companies], form, onDone: onClose, onSubmitted: onClose })
  const said = useSecondPerson('credit.terms')
  const limit = Form.useWatch('limit', form)
  const days = Form.useWatch('days', form)
  const isMore = Number(limit) > Number(row.limit) || Number(days) > row.days
  return (
    <Modal
      open={open}
      title={`设置账期：${row.company}`}
      okText={isMore ? said('设置账期', limit) : '设置账期'}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      forceRender
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={{ limit: row.limit, days: row.days }}
        onFinish={({ limit, days, reason }) =>
          void deed.run({ params: { id: row.company_id }, body: { limit: limit.trim(), days, reason: reason.trim() } })
        }
      >
        <Form.Item
          name="limit"
          label="额度（元）"
          extra={`现为 ${moneyText(row.limit)}，已用 ${moneyText(row.used)}；0 为停用账期`}
          rules={[{ required: true, message: '请填额度' }, AMOUNT]}
        >
          <Input prefix="¥" />
        </Form.Item>
        <Form.Item name="days" label="天数" rules={[{ required: true, message: '请填天数' }]}>
          <InputNumber min={0} max={DAYS_MAX} precision={0} suffix="天" />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={REASON}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="记入操作记录，事后可查" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function Balance({ row, open, onClose }: Dialog) {
  const [form] = Form.useForm<{ amount: string; reason: string }>()
  // Sent again after a lost answer it is the same adjustment; done, the next one is another.
  const key = useRef(newKey())
  const deed = useDeed(calls.balance, {
    done: ({ balance }) => `余额已调整为 ${moneyText(balance)}`,
    outdates: [calls.companies],
    form,
    onDone: () => {
      key.current = newKey()
      form.resetFields()
      onClose()
    },
    onSubmitted: () => {
      key.current = newKey()
      form.resetFields()
      onClose()
    },
  })
  const said = useSecondPerson('balance.adjust')
  const amount = Form.useWatch('amount', form)
  return (
    <Modal
      open={open}
      title={`调整余额：${row.company}`}
      okText={said('调整余额', amount)}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      forceRender
    >
      <p className="reason-what">
        现有余额 <Money yuan={row.balance} strong />
        。客户在余额明细中看到这笔调整和理由，不能撤回。
      </p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        onFinish={({ amount, reason }) =>
          void deed.run({
            params: { id: row.company_id },
            body: { amount: amount.trim(), reason: reason.trim(), key: key.current },
          })
        }
      >
        <Form.Item name="amount" label="金额（元）" extra="加为正，减为负" rules={[{ required: true, message: '请填金额' }, AMOUNT]}>
          <Input prefix="¥" placeholder="100.00 或 -100.00" />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={REASON}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** One company's terms and balance. */
export function CompanyMoneyDrawer({ row, onClose }: { row: CompanyMoneyWire; onClose: () => void }) {
  const may = useMay()
  const [dialog, setDialog] = useState<'' | 'terms' | 'balance'>('')
  const close = () => setDialog('')
  return (
    <SideDrawer title={row.company} onClose={onClose}>
      <Section
        title="账期"
        action={
          may('credit.change') && (
            <Button size="small" onClick={() => setDialog('terms')}>
              设置账期…
            </Button>
          )
        }
      >
        <Facts
          flat
          items={[
            ['额度', <Money key="limit" yuan={row.limit} strong />],
            ['天数', `${row.days} 天`],
            ['已用', <Money key="used" yuan={row.used} />],
            ['可用', <Money key="left" yuan={row.left} />],
            ['逾期', row.overdue_count > 0 ? <Money key="overdue" yuan={row.overdue} /> : null],
            ['最早到期', row.next_due.on && `${row.next_due.on}，${moneyText(row.next_due.amount)}`],
          ]}
        />
        {row.is_passed === 0 && <p className="w s12">企业未通过审核或已冻结，不能用账期下单。</p>}
      </Section>
      <Section
        title="余额"
        action={
          may('balance.adjust') && (
            <Button size="small" onClick={() => setDialog('balance')}>
              调整余额…
            </Button>
          )
        }
      >
        <Facts
          flat
          items={[
            ['余额', <Money key="balance" yuan={row.balance} strong />],
            [
              '企业',
              <To key="company" to={`companies/${row.company_id}`} or={row.company}>
                企业档案
              </To>,
            ],
            [
              '总账',
              <To key="ledger" to={`finance/ledger?company_id=${row.company_id}`}>
                这家企业的分录
              </To>,
            ],
          ]}
        />
      </Section>
      <Terms row={row} open={dialog === 'terms'} onClose={close} />
      <Balance row={row} open={dialog === 'balance'} onClose={close} />
    </SideDrawer>
  )
}
