import { Alert, Button, Form, Image, Input } from 'antd'
import { COMPLAINT_TOPICS, FEEDBACK_TOPICS } from '#contract/constants.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Feedback = typeof import('#contract/selfservice.ts')['staffFeedbackList']

const TOPICS = [...new Set<string>([...COMPLAINT_TOPICS, ...FEEDBACK_TOPICS])]
const KINDS = { feedback: '反馈', complaint: '投诉' } as const

const COLUMNS: Columns<Feedback> = [
  {
    title: '状态',
    dataIndex: 'state',
    render: (_, { state, state_name }) => <StateTag tone={state === 'open' ? 'waiting' : 'done'}>{state_name}</StateTag>,
  },
  {
    title: '类型',
    dataIndex: 'kind',
    render: (kind: keyof typeof KINDS) => (kind === 'complaint' ? <b className="bad">{KINDS[kind]}</b> : KINDS[kind]),
  },
  { title: '关于', dataIndex: 'topic' },
  { title: '内容', dataIndex: 'text', ellipsis: true, width: 380 },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 220 },
  { title: '提交于', dataIndex: 'created_at', render: (at: string) => <When at={at} short /> },
]

function One({ row, onClose }: { row: RowOf<Feedback>; onClose: () => void }) {
  const may = useMay()
  const [form] = Form.useForm<{ text: string }>()
  const deed = useDeed(calls.feedbackAnswer, {
    done: '已答复，客户可以看到',
    outdates: [calls.feedback],
    form,
    onDone: () => form.resetFields(),
  })
  useKeys([{ key: 'Ctrl+Enter', what: '答复', run: form.submit, when: may('feedback.answer') }])
  return (
    <SideDrawer
      title={row.company}
      note={`${KINDS[row.kind]} · ${row.topic}`}
      onClose={onClose}
      foot={
        may('feedback.answer') && (
          <Button type="primary" block loading={deed.isBusy} onClick={form.submit}>
            {row.state === 'open' ? '答复' : '再次答复'} <Kbd of="Ctrl+Enter" />
          </Button>
        )
      }
    >
      <Section title="内容">
        <p style={{ whiteSpace: 'pre-wrap' }}>{row.text}</p>
        {row.files.length > 0 && (
          <Image.PreviewGroup>
            <div className="chips">
              {row.files.map((file) => (
                <Image
                  key={file.id}
                  width={72}
                  src={staffUrl(file.preview_url || file.url)}
                  alt={file.name}
                  preview={{ src: staffUrl(file.url) }}
                />
              ))}
            </div>
          </Image.PreviewGroup>
        )}
        <Facts
          flat
          items={[
            [
              '企业',
              <To key="company" to={`companies/${row.company_id}`}>
                {row.company}
              </To>,
            ],
            [
              '订单',
              row.order_id === 0 ? null : (
                <To key="order" to={`orders/${row.order_id}`}>
                  {row.order_no}
                </To>
              ),
            ],
            ['联系方式', row.contact],
            ['提交于', <When key="at" at={row.created_at} />],
          ]}
        />
      </Section>
      <Section title="答复">
        {row.answers.map(({ at, author, text }) => (
          <p key={at}>
            <span className="muted s12">
              {author} <When at={at} short />
            </span>
            <br />
            {text}
          </p>
        ))}
        {row.answers.length === 0 && <p className="muted">还没有答复</p>}
        {may('feedback.answer') && (
          <Form form={form} onFinish={({ text }) => void deed.run({ params: { id: row.id }, body: { text: text.trim() } })}>
            {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
            <Form.Item name="text" rules={[{ required: true, whitespace: true, message: '请写答复' }]}>
              <Input.TextArea aria-label="答复内容" maxLength={1000} showCount autoSize={{ minRows: 4 }} placeholder="客户看到的答复" />
            </Form.Item>
          </Form>
        )}
      </Section>
    </SideDrawer>
  )
}

/** Feedback and complaints, those that wait first. */
export default function FeedbackPage() {
  return (
    <ListPage
      what="反馈"
      list={calls.feedback}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '内容、答复、企业、订单号', width: 220 },
        { kind: 'choice', name: 'kind', text: '类型', choices: Object.entries(KINDS).map(([value, text]) => ({ value, text })) },
        { kind: 'choice', name: 'topic', text: '关于', choices: TOPICS.map((text) => ({ value: text, text })) },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'open', text: '待答复' },
            { value: 'answered', text: '已答复' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '提交日期' },
      ]}
      drawer={(row, close) => <One key={row.id} row={row} onClose={close} />}
    />
  )
}
