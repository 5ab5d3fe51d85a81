import { useState } from 'react'
import type { OwnKeyIssued, OwnKeysWire, OwnKeyWire } from '#contract/own-keys.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../../app/page.ts'
import { AccountShell } from '../../../frame/account/AccountShell.tsx'
import { AddKeyDialog } from './AddKeyDialog.tsx'
import { KeyCard } from './KeyCard.tsx'
import css from './keys.module.css'
import { RenewDialog } from './RenewDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

export async function loader({ api, signal }: PageArgs): Promise<OwnKeysWire> {
  return (await api.ask(memberApi.userOpenKeys, { signal })).data
}

/** 接口密钥: with which the company's own systems order and fetch papers. */
export default function OpenKeysPage() {
  const [keys, setKeys] = useState(usePageData<typeof loader>())
  const [adding, setAdding] = useState(false)
  const [renewing, setRenewing] = useState<OwnKeyWire | null>(null)
  const [secret, setSecret] = useState('')
  const issued = ({ secret: text, keys: next }: OwnKeyIssued): void => {
    setAdding(false)
    setRenewing(null)
    setKeys(next)
    setSecret(text)
  }
  const changed = (next: OwnKeysWire, message: string): void => {
    setKeys(next)
    toast({ text: message, tone: 'success' })
  }
  const mayAdd = keys.why_not === ''
  return (
    <AccountShell
      title="接口密钥"
      tools={
        mayAdd && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            新建接口密钥
          </Button>
        )
      }
    >
      <div className={css.page}>
        <p className={css.lead}>
          企业自己的系统（连锁总部 ERP、门店软件）用密钥看本企业的价格、下单、取单据。怎样调用见
          <a href="/open/v1/docs#own" target="_blank" rel="noreferrer">
            接口文档
          </a>
          。
        </p>
        {!mayAdd && (
          <p className="note">
            <Icon name="alert" />
            {keys.why_not}
          </p>
        )}
        {keys.list.length === 0 ? (
          <section className="panel">
            <Empty picture="paper" text="还没有接口密钥" hint="需要让自己的系统直接下单时，由企业负责人在这里新建。" />
          </section>
        ) : (
          <ul className={css.keys}>
            {keys.list.map((key) => (
              <KeyCard key={key.id} of={key} onRenew={() => setRenewing(key)} onChanged={changed} />
            ))}
          </ul>
        )}
      </div>
      {adding && <AddKeyDialog onClose={() => setAdding(false)} onIssued={issued} />}
      {renewing && <RenewDialog of={renewing} onClose={() => setRenewing(null)} onIssued={issued} />}
      {secret !== '' && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
    </AccountShell>
  )
}
