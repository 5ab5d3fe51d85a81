import { type FormEvent, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import css from './security.module.css'

/** 修改姓名 */
export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['name'], otherwise: 'name' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { name: '请输入姓名' }),
      async () => {
        const { data, message } = await client.ask(credentialApi.userUpdateInfo, {
          body: { name: textOf(currentTarget, 'name') },
          handles: FORM_HANDLES,
        })
        queries.setQueryData(['user'], data)
        toast({ text: message, tone: 'success' })
        onClose()
      },
    )
  }
  return (
    <Dialog title="修改姓名" onClose={onClose}>
      <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
        <Field big label="姓名" name="name" defaultValue={name} autoComplete="name" maxLength={30} required error={problems.name} />
        <div className={css.foot}>
          <Button kind="primary" size="lg" type="submit" disabled={busy}>
            {busy ? '正在保存…' : '保存'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
