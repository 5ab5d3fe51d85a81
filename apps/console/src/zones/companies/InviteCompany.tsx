import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { INVITED_DAYS } from '#contract/constants.ts'
import type { LettersWire } from '#contract/invitations.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { Letters } from './Letters.tsx'

interface Company {
  id: number
  name: string
  phone: string
}

const mobileOf = (phone: string): string => (/^1[3-9]\d{9}$/.test(phone.trim()) ? phone.trim() : '')

function Ask({ company, onLetters, onClose }: { company: Company; onLetters: (letters: LettersWire) => void; onClose: () => void }) {
  const [form] = Form.useForm<{ phone: string }>()
  const deed = useDeed(calls.invite, {
    done: '',
    form,
    outdates: [calls.invitations, calls.companies],
    onDone: (letters) => {
      onClose()
      onLetters(letters)
    },
  })
  return (
    <Modal
      open
      title={`邀请登录：${company.name}`}
      okText="生成邀请信"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ phone: mobileOf(company.phone) }}
        onFinish={({ phone = '' }) => void deed.run({ body: { company_ids: [company.id], phone } })}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <p className="reason-what">这家企业还没有人能登录。拿到信的人成为它的负责人账号，看得到它的价格、账期和订单。</p>
        <Form.Item
          name="phone"
          label="负责人手机号"
          extra={`填了，只有知道这个手机号的人能用这封信，并用它登录；${INVITED_DAYS} 天内有效，用一次。`}
        >
          <Input autoFocus maxLength={20} autoComplete="off" inputMode="tel" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** On the record of a company that nobody can sign in for: a letter for its owner. Nothing where somebody can, or a clerk may not. */
export function InviteCompany({ company }: { company: Company }) {
  const may = useMay()
  const canInvite = may('companies.invite')
  const people = useAsk(calls.people, { params: { id: company.id } }, { enabled: canInvite })
  const [isAsking, setAsking] = useState(false)
  const [letters, setLetters] = useState<LettersWire | null>(null)
  const hasLogin = people.data === undefined || people.data.list.some(({ is_owner }) => is_owner === 1)
  return (
    <>
      {canInvite && !hasLogin && (
        <Button size="small" onClick={() => setAsking(true)}>
          邀请登录…
        </Button>
      )}
      {isAsking && <Ask company={company} onLetters={setLetters} onClose={() => setAsking(false)} />}
      {letters && <Letters of={letters} onClose={() => setLetters(null)} />}
    </>
  )
}
