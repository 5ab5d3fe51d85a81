import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AGREEMENT_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { AGREEMENT_TONES } from './agreement-tones.ts'
import { calls } from './calls.ts'

type Agreements = typeof import('#contract/agreements.ts')['staffAgreements']

const NONE = <span className="muted">—</span>
const COLUMNS: Columns<Agreements> = [
  { title: '协议', dataIndex: 'title', ellipsis: true, render: (title: string) => <b>{title}</b> },
  { title: '页面', dataIndex: 'url', width: 210, render: (url: string) => <span className="muted s12">{url}</span> },
  {
    title: '生效中',
    dataIndex: 'number',
    width: 220,
    render: (number: number | null, { in_force_at: at }) =>
      number === null || at === null ? (
        <StateTag tone="wrong">没有生效的版本</StateTag>
      ) : (
        <>
          第 {number} 版，
          <When at={at} /> 起
        </>
      ),
  },
  {
    title: '下一版',
    dataIndex: 'next_number',
    width: 260,
    render: (number: number | null, { next_state: state, next_at: at }) =>
      number === null || state === null ? (
        NONE
      ) : (
        <>
          第 {number} 版 <StateTag tone={AGREEMENT_TONES[state]}>{AGREEMENT_STATES[state]}</StateTag>
          {at !== null && <When at={at} />}
        </>
      ),
  },
  { title: '已同意现行版的企业', dataIndex: 'accepted', width: 160, align: 'right' },
]

/** Name and address; its first version is written on its own page. */
function AddAgreement({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [form] = Form.useForm<{ title: string; code: string }>()
  const add = useDeed(calls.agreementAdd, {
    done: '协议已建立，请起草第 1 版',
    outdates: [calls.agreements],
    form,
    onDone: ({ id }) => void navigate(`/content/agreements/${id}`),
  })
  return (
    <Modal
      open
      title="新建协议"
      okText="建立"
      cancelText="取消"
      confirmLoading={add.isBusy}
      onOk={() => void add.run({ body: form.getFieldsValue() })}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ title: '', code: '' }}>
        <Form.Item name="title" label="名称" extra="例如：采购平台服务协议">
          <Input maxLength={60} autoFocus />
        </Form.Item>
        <Form.Item name="code" label="地址（英文）" extra="页面在 /help/topic/ 之下；建立后不再改">
          <Input maxLength={40} />
        </Form.Item>
      </Form>
      {add.problem && add.faults.length === 0 && <Alert type="error" showIcon title={add.problem} />}
    </Modal>
  )
}

export default function AgreementsPage() {
  const mayChange = useMay()('articles.change')
  const [isAdding, setAdding] = useState(false)
  const prepare = useDeed(calls.agreementPrepare, {
    done: ({ made }) => `已起草 ${made.join('、')}，填好空白后送审`,
    outdates: [calls.agreements],
  })
  useKeys([{ key: 'N', what: '新建协议', run: () => setAdding(true), when: mayChange }])
  return (
    <>
      <ListPage
        what="协议"
        list={calls.agreements}
        columns={COLUMNS}
        filters={[{ kind: 'search', name: 'keywords', text: '名称' }]}
        open={({ id }) => `content/agreements/${id}`}
        actions={
          mayChange && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              新建协议 <Kbd of="N" />
            </Button>
          )
        }
        top={({ missing }) =>
          missing.length > 0 && (
            <Alert
              banner
              type="warning"
              title={`注册需要的协议还没有起草：${missing.join('、')}`}
              action={
                mayChange && (
                  <Button size="small" loading={prepare.isBusy} onClick={() => void prepare.run({ body: {} })}>
                    按范本起草
                  </Button>
                )
              }
            />
          )
        }
      />
      {isAdding && <AddAgreement onClose={() => setAdding(false)} />}
    </>
  )
}
