import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { OPEN_KEY_STATES } from '#contract/constants.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { AddKey } from './AddKey.tsx'
import { calls } from './calls.ts'
import { KeyDrawer } from './KeyDrawer.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import { KEY_TONES } from './tones.ts'
import { useNew } from './useNew.ts'

type Keys = typeof import('#contract/open-keys.ts')['staffOpenKeys']

/** The latest moment at which one of its secrets was used. */
const lastUsed = (secrets: readonly { last_used_at: string | null }[]): string | null =>
  secrets.reduce<string | null>((latest, { last_used_at: at }) => (at !== null && (latest === null || at > latest) ? at : latest), null)

const COLUMNS: Columns<Keys> = [
  { title: '名称', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '谁的', dataIndex: 'company', ellipsis: true, render: (_, { company }) => company?.name ?? '本公司' },
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={KEY_TONES[state]}>{state_name}</StateTag> },
  {
    title: '密钥',
    dataIndex: 'secrets',
    render: (_, { secrets }) =>
      secrets.map(({ id, shown }) => (
        <div key={id}>
          <code>{shown}…</code>
        </div>
      )),
  },
  { title: '权限', dataIndex: 'scopes', ellipsis: true, render: (_, { scopes }) => scopes.map(({ name }) => name).join('；') },
  { title: '来源', dataIndex: 'addresses', render: (_, { addresses }) => addresses.join('、') || '不限' },
  { title: '用到', dataIndex: 'expires_on' },
  { title: '最近使用', key: 'used', render: (_, { secrets }) => <When at={lastUsed(secrets)} empty="从未使用" /> },
]

/** Keys of other systems: who may ask what at /open/v1, until when and from where. */
export default function KeysPage() {
  const form = useNew('新建接口密钥')
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  return (
    <>
      <ListPage
        what="接口密钥"
        list={calls.keys}
        columns={COLUMNS}
        exports={false}
        filters={[
          {
            kind: 'choice',
            name: 'of',
            text: '谁的',
            choices: [
              { value: 'house', text: '本公司' },
              { value: 'buyers', text: '采购企业' },
            ],
          },
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: Object.entries(OPEN_KEY_STATES).map(([value, text]) => ({ value, text })),
          },
        ]}
        actions={
          <>
            <Button href="/open/v1/docs" target="_blank" rel="noreferrer">
              接口文档
            </Button>
            {form.canManage && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => form.set(true)}>
                新建接口密钥
              </Button>
            )}
          </>
        }
        drawer={(row, close) => (
          <KeyDrawer key={row.id} of={row} onSecret={(text) => setSecret({ name: row.name, secret: text })} onClose={close} />
        )}
        empty="还没有接口密钥：ERP、仓库等系统对接时，在这里新建"
      />
      <AddKey open={form.isOpen} onClose={() => form.set(false)} />
      <ShownOnce of={secret} onClose={() => setSecret(null)} />
    </>
  )
}
