import { Button } from 'antd'
import { useParams } from 'react-router'
import { WEBHOOK_MESSAGE_STATES } from '#contract/constants.ts'
import type { WebhookMessageWire } from '#contract/open-webhooks.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { MESSAGE_TONES } from './tones.ts'
import './open.css'

type Messages = typeof import('#contract/open-webhooks.ts')['staffWebhookMessages']

const heard = (status: number, fault: string): string => (status === 0 ? fault : String(status))

const COLUMNS: Columns<Messages> = [
  { title: '时间', dataIndex: 'made_at', width: 160, render: (at: string) => <When at={at} /> },
  { title: '事件', dataIndex: 'type', width: 160 },
  { title: '订单', dataIndex: 'about', width: 180 },
  {
    title: '状态',
    dataIndex: 'state',
    width: 120,
    render: (_, { state, state_name }) => <StateTag tone={MESSAGE_TONES[state]}>{state_name}</StateTag>,
  },
  { title: '发了', key: 'count', width: 80, align: 'right', render: (_, { tries }) => `${tries.length} 次` },
  { title: '最近的回答', key: 'last', render: (_, { tries: [last] }) => (last ? heard(last.status, last.fault) : '—') },
  { title: '下次', dataIndex: 'next_at', width: 160, render: (at: string | null) => <When at={at} /> },
]

function Look({ of, onAgain, onClose }: { of: WebhookMessageWire; onAgain: (() => void) | null; onClose: () => void }) {
  return (
    <SideDrawer title={of.type} note={of.message_id} onClose={onClose} foot={onAgain && <Button onClick={onAgain}>再发一次…</Button>}>
      <Section title="内容">
        <pre className="open-body">{JSON.stringify(JSON.parse(of.body), null, 2)}</pre>
      </Section>
      {of.tries.map((one) => (
        <Section key={one.at} title={`发送：${heard(one.status, one.fault)}`}>
          <Facts
            items={[
              ['时间', <When key="at" at={one.at} />],
              ['用时', `${one.took_ms} 毫秒`],
              [
                '回答',
                <pre key="answer" className="open-body">
                  {one.answer || '—'}
                </pre>,
              ],
            ]}
          />
        </Section>
      ))}
    </SideDrawer>
  )
}

/** What one endpoint was told, each try with its answer. */
export default function MessagesPage() {
  const id = Number(useParams().id)
  const may = useMay()
  const again = useDeed(calls.webhookAgain, {
    done: ({ messages }) => (messages === 0 ? '没有要再发的' : `${messages} 条随即再发`),
    outdates: [calls.webhookMessages, calls.webhooks],
  })
  const reason = useReason(again.problem)
  const ask = (title: string, what: string, body: { message?: number; failed?: number }) =>
    reason.ask({
      title,
      what: `${what}编号不变：对方已经处理过的会认得。`,
      ok: '再发',
      run: (text) => again.run({ params: { id }, body: { ...body, reason: text } }),
    })
  return (
    <>
      <InHead>
        <h1>推送记录</h1>
      </InHead>
      <ListPage
        what="推送记录"
        list={calls.webhookMessages}
        params={{ id }}
        columns={COLUMNS}
        exports={false}
        every={15_000}
        filters={[
          { kind: 'search', name: 'keywords', text: '订单号、消息编号' },
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: Object.entries(WEBHOOK_MESSAGE_STATES).map(([value, text]) => ({ value, text })),
          },
        ]}
        actions={
          may('integration.manage') && (
            <Button onClick={() => ask('再发未送达的', '所有没有送达的消息再发一次。', { failed: 1 })}>再发未送达的…</Button>
          )
        }
        drawer={(row, close) => (
          <Look
            key={row.id}
            of={row}
            onAgain={
              may('integration.manage') && row.state !== 'waiting'
                ? () => ask('再发一次', `${row.type} ${row.about} 再发一次。`, { message: row.id })
                : null
            }
            onClose={close}
          />
        )}
        empty="还没有推送过"
      />
      {reason.dialog}
    </>
  )
}
