import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { WEBHOOK_STATES } from '#contract/constants.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { AddWebhook } from './AddWebhook.tsx'
import { calls } from './calls.ts'
import { ShownOnce } from './ShownOnce.tsx'
import { WEBHOOK_TONES } from './tones.ts'
import { useNew } from './useNew.ts'
import { WebhookDrawer } from './WebhookDrawer.tsx'

type Hooks = typeof import('#contract/open-webhooks.ts')['staffWebhooks']

const COLUMNS: Columns<Hooks> = [
  { title: '名称', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  {
    title: '状态',
    dataIndex: 'state',
    render: (_, { state, state_name }) => <StateTag tone={WEBHOOK_TONES[state]}>{state_name}</StateTag>,
  },
  { title: '推送到', dataIndex: 'url', ellipsis: true },
  { title: '事件', dataIndex: 'types', ellipsis: true, render: (_, { types }) => types.join('、') },
  { title: '等待', dataIndex: 'waiting', align: 'right' },
  { title: '未送达', dataIndex: 'failed', align: 'right' },
]

/** Systems that are told what happens. */
export default function WebhooksPage() {
  const form = useNew('新建事件推送')
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  return (
    <>
      <ListPage
        what="事件推送"
        list={calls.webhooks}
        columns={COLUMNS}
        exports={false}
        every={30_000}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: Object.entries(WEBHOOK_STATES).map(([value, text]) => ({ value, text })),
          },
        ]}
        actions={
          <>
            <Button href="/open/v1/docs#webhooks" target="_blank" rel="noreferrer">
              怎样验签
            </Button>
            {form.canManage && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => form.set(true)}>
                新建事件推送
              </Button>
            )}
          </>
        }
        drawer={(row, close) => (
          <WebhookDrawer key={row.id} of={row} onSecret={(text) => setSecret({ name: row.name, secret: text })} onClose={close} />
        )}
        empty="还没有事件推送：能收 HTTPS 请求的系统可以在这里登记；其余的用接口密钥来读"
      />
      <AddWebhook open={form.isOpen} onClose={() => form.set(false)} />
      <ShownOnce of={secret} what="签名密钥" onClose={() => setSecret(null)} />
    </>
  )
}
