import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ChannelWire, SentMessageWire } from '#contract/channels.ts'
import { MESSAGE_TEMPLATES, SENT_STATES } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { withChange } from '../../parts/list-state.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Sent = typeof import('#contract/channels.ts')['staffSentMessages']

const KINDS = { payment: '支付', sms: '短信', mail: '邮件', parcels: '物流', storage: '文件存储', scanner: '查毒程序' } as const
const TONES: Readonly<Record<ChannelWire['state'], Tone>> = { good: 'done', failing: 'wrong', resting: 'wrong', unused: 'closed' }
const SENT_TONES: Readonly<Record<SentMessageWire['state'], Tone>> = {
  waiting: 'waiting',
  sending: 'moving',
  sent: 'moving',
  delivered: 'done',
  undelivered: 'wrong',
  refused: 'wrong',
  unknown: 'waiting',
  dropped: 'closed',
}
const EVERY_MS = 15_000

interface Fields {
  to?: string
  reason: string
}

const ASKED = {
  phone: { title: '发一条测试短信', label: '手机号', extra: '收到的是验证码模板，码什么也打不开。短信按条收费。', ok: '发送' },
  mail: { title: '发一封测试邮件', label: '邮件地址', extra: '发件人是配置里写明的地址。', ok: '发送' },
  ask: { title: '向渠道问一次', label: '', extra: '', ok: '询问' },
} as const

/** How it ended stays in the dialog: whoever tests reads it there, and tries again. */
function Test({ channel, kind, onClose }: { channel: ChannelWire; kind: keyof typeof ASKED; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const [outcome, setOutcome] = useState<{ is_good: number; said: string } | null>(null)
  const deed = useDeed(calls.channelTest, {
    done: (said) => (said.is_good === 1 ? '试过了' : '没有成功'),
    form,
    outdates: [calls.channels, calls.sentMessages],
    onDone: setOutcome,
  })
  const { title, label, extra, ok } = ASKED[kind]
  return (
    <Modal
      open
      title={`${title}：${channel.name}`}
      okText={ok}
      cancelText="关闭"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ to, reason }) => {
          setOutcome(null)
          void deed.run({ params: { key: channel.key }, body: { ...(to !== undefined && { to: to.trim() }), reason: reason.trim() } })
        }}
      >
        {kind === 'ask' && <p className="muted">问一笔不存在的付款或一个不存在的单号：什么也不改，只看签名、密钥和网络通不通。</p>}
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        {outcome && <Alert type={outcome.is_good === 1 ? 'success' : 'error'} showIcon title={outcome.said} className="trouble" />}
        {kind !== 'ask' && (
          <Form.Item name="to" label={label} extra={extra} rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}>
            <Input autoFocus maxLength={100} inputMode={kind === 'phone' ? 'numeric' : 'email'} />
          </Form.Item>
        )}
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input maxLength={200} autoFocus={kind === 'ask'} placeholder="如：换了密钥" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function lastTrouble(one: ChannelWire): { at: string; text: string } {
  return one.refused_at > one.failed_at ? { at: one.refused_at, text: one.refusal } : { at: one.failed_at, text: one.error }
}

function ChannelRow({ one, onTest }: { one: ChannelWire; onTest: (() => void) | null }) {
  const { at, text } = lastTrouble(one)
  return (
    <tr>
      <td className="nowrap">
        <b>{one.name}</b> {KINDS[one.kind] !== one.name && <span className="muted">{KINDS[one.kind]}</span>}
      </td>
      <td>{one.uses}</td>
      <td className="nowrap">
        <StateTag tone={one.is_simulated === 1 ? 'closed' : TONES[one.state]}>{one.state_name}</StateTag>
        {one.rests_until && (
          <>
            {' '}
            至 <When at={one.rests_until} short />
          </>
        )}
      </td>
      <td className="nowrap">
        <When at={one.answered_at || null} short empty="—" />
      </td>
      <td>
        {at === '' ? (
          '—'
        ) : (
          <>
            <When at={at} short /> {text}
          </>
        )}
      </td>
      <td className="nowrap">
        {onTest && (
          <Button size="small" onClick={onTest} aria-label={`试一次：${one.name}`}>
            试一次…
          </Button>
        )}
      </td>
    </tr>
  )
}

/** How each service of the outside world stands. */
function Channels() {
  const may = useMay()
  const answer = useAsk(calls.channels, {}, { every: EVERY_MS })
  const [tested, setTested] = useState('')
  const canTest = may('channels.test')
  const channel = answer.data?.list.find(({ key }) => key === tested)
  return (
    <div className="s12">
      <Loaded of={answer}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="muted">还没有外部服务的合同：短信、邮件、支付渠道写在 CHANNELS_FILE 里。</p>
          ) : (
            <table className="tb">
              <thead>
                <tr>
                  <th>通道</th>
                  <th>用处</th>
                  <th>状态</th>
                  <th>上次答复</th>
                  <th>上次出错</th>
                  <th aria-label="试一次" />
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <ChannelRow key={one.key} one={one} onTest={canTest && one.test !== '' ? () => setTested(one.key) : null} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {channel && channel.test !== '' && <Test key={channel.key} channel={channel} kind={channel.test} onClose={() => setTested('')} />}
    </div>
  )
}

const COLUMNS: Columns<Sent> = [
  { title: '时间', dataIndex: 'created_at', render: (at: string) => <When at={at} short /> },
  { title: '方式', dataIndex: 'way_name' },
  { title: '内容', dataIndex: 'template_name', render: (name: string) => <b>{name}</b> },
  { title: '收件', dataIndex: 'receiver' },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 180, render: (name: string) => name || '—' },
  {
    title: '状态',
    dataIndex: 'state',
    render: (state: SentMessageWire['state'], { state_name }) => <StateTag tone={SENT_TONES[state]}>{state_name}</StateTag>,
  },
  { title: '通道', dataIndex: 'service' },
  { title: '回执', dataIndex: 'reported_at', render: (at: string) => <When at={at || null} short empty="—" /> },
  { title: '说明', dataIndex: 'error', ellipsis: true, width: 240 },
]

const choices = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, text]) => ({ value, text }))

function Look({ row, onClose }: { row: SentMessageWire; onClose: () => void }) {
  return (
    <SideDrawer title={`${row.way_name} · ${row.template_name}`} note={row.receiver} onClose={onClose}>
      <Section title="发送">
        <Facts
          flat
          items={[
            ['状态', row.state_name],
            ['收件', row.receiver],
            ['企业', row.company],
            ['通道', row.service],
            ['通道编号', row.service_id],
            ['试过', `${row.tries} 次`],
            ['提交于', <When key="c" at={row.created_at} />],
            ['发出于', row.sent_at && <When key="s" at={row.sent_at} />],
            ['回执于', row.reported_at && <When key="r" at={row.reported_at} />],
          ]}
        />
      </Section>
      {row.error && (
        <Section title="说明">
          <Alert type={row.state === 'sent' || row.state === 'delivered' ? 'info' : 'warning'} title={row.error} />
        </Section>
      )}
    </SideDrawer>
  )
}

const TABS = [
  { key: 'channels', text: '通道' },
  { key: 'sent', text: '短信与邮件' },
] as const

/** The services of the outside world, and every short message and mail that left the shop. */
export default function ChannelsPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'sent' ? 'sent' : 'channels'
  return (
    <>
      <Views
        label="通道"
        views={TABS}
        open={tab}
        onOpen={(key) => setParams(withChange(new URLSearchParams(), { tab: key === 'channels' ? '' : key }))}
      />
      {tab === 'channels' && <Channels />}
      {tab === 'sent' && <SentMessages />}
    </>
  )
}

function SentMessages() {
  return (
    <ListPage
      what="短信与邮件"
      list={calls.sentMessages}
      columns={COLUMNS}
      every={EVERY_MS}
      filters={[
        { kind: 'search', name: 'receiver', text: '手机号或邮件地址' },
        {
          kind: 'choice',
          name: 'way',
          text: '方式',
          choices: [
            { value: 'sms', text: '短信' },
            { value: 'mail', text: '邮件' },
          ],
        },
        { kind: 'choice', name: 'template', text: '内容', choices: choices(MESSAGE_TEMPLATES) },
        { kind: 'choice', name: 'state', text: '状态', choices: choices(SENT_STATES) },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '日期' },
      ]}
      rowTone={({ state }) => (state === 'undelivered' || state === 'refused' ? 'is-bad' : state === 'unknown' ? 'is-warn' : '')}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
      empty="还没有发出过短信和邮件"
    />
  )
}
