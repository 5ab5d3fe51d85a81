import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { OwnKeyIssued, OwnScope } from '#contract/own-keys.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, textOf } from '#ui/form.ts'
import { FieldError } from '#ui/Labelled.tsx'
import { Select } from '#ui/Select.tsx'
import { memberApi } from '../../../api/member-calls.ts'
import { ProveFirst } from '../../../parts/security/ProveFirst.tsx'
import css from './keys.module.css'

const WORDS: readonly { word: OwnScope; text: string; says: string }[] = [
  { word: 'own.catalogue', text: '查看目录与价格', says: '本企业的价格、库存、能不能买' },
  { word: 'own.order', text: '下单、查看订单', says: '以本企业的名义下单，可用账期付款' },
  { word: 'own.papers', text: '取单据与检验报告', says: '随货单据、对账单、检验报告的 PDF' },
]
const DAYS = [
  { value: '90', text: '90 天' },
  { value: '365', text: '一年' },
  { value: '730', text: '两年' },
]

interface Props {
  onClose: () => void
  onIssued: (answer: OwnKeyIssued) => void
}

/** Who it is first, then what the key may do. */
export function AddKeyDialog({ onClose, onIssued }: Props) {
  const client = useApi()
  const [proven, setProven] = useState(false)
  const [signs, setSigns] = useState(false)
  const [scopes, setScopes] = useState<readonly OwnScope[]>(['own.catalogue'])
  if (!proven)
    return (
      <Dialog title="新建接口密钥" onClose={onClose}>
        <ProveFirst purpose="reset" action="下一步" onProven={() => setProven(true)}>
          <p className="muted">拿到密钥的系统可以用本企业的名义下单。先验证是您本人。</p>
        </ProveFirst>
      </Dialog>
    )
  const send = async (form: HTMLFormElement): Promise<void> => {
    const body = {
      name: textOf(form, 'name'),
      scopes: [...scopes],
      addresses: textOf(form, 'addresses')
        .split(/[\s,，、;；]+/)
        .filter((text) => text !== ''),
      ...(signs && { signs: 1 }),
      days: Number(textOf(form, 'days')),
    }
    onIssued((await client.ask(memberApi.userOpenKeyAdd, { body, handles: FORM_HANDLES })).data)
  }
  return (
    <FormDialog
      title="新建接口密钥"
      fields={['name', 'scopes', 'addresses', 'days']}
      otherwise="name"
      submit="新建"
      busyText="正在新建…"
      check={(form) => ({
        ...(textOf(form, 'name').trim().length < 2 && { name: '请写明是哪个系统' }),
        ...(scopes.length === 0 && { scopes: '请至少选一项' }),
      })}
      send={send}
      onClose={onClose}
    >
      {(problems, mend) => (
        <>
          <Field label="哪个系统用" name="name" maxLength={40} autoComplete="off" placeholder="如：连锁总部 ERP" error={problems.name} />
          <fieldset className={css.words}>
            <legend>可以做什么</legend>
            {WORDS.map(({ word, text, says }) => (
              <label key={word} className="check">
                <input
                  type="checkbox"
                  name="scopes"
                  checked={scopes.includes(word)}
                  onChange={({ target }) => {
                    mend('scopes')
                    setScopes(target.checked ? [...scopes, word] : scopes.filter((one) => one !== word))
                  }}
                />
                <span>
                  {text}
                  <small>{says}</small>
                </span>
              </label>
            ))}
            <FieldError id="open-key-scopes">{problems.scopes}</FieldError>
          </fieldset>
          <Field
            label="只能从哪里使用（选填）"
            name="addresses"
            maxLength={600}
            autoComplete="off"
            placeholder="203.0.113.5"
            hint="对方系统的公网 IP 或网段，几个之间用逗号；不填不限"
            error={problems.addresses}
          />
          <div className={css.words}>
            <label className="check">
              <input type="checkbox" name="signs" checked={signs} onChange={({ target }) => setSigns(target.checked)} />
              <span>
                只收签名的请求
                <small>密钥不随请求传送，您的系统要会算签名</small>
              </span>
            </label>
          </div>
          <Select label="用多久" name="days" defaultValue="365" options={DAYS} error={problems.days} />
        </>
      )}
    </FormDialog>
  )
}
