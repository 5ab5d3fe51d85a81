import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, missing, textOf } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'

/** 修改姓名 */
export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  const send = async (form: HTMLFormElement) => {
    const body = { name: textOf(form, 'name') }
    const { data, message } = await client.ask(credentialApi.userUpdateInfo, { body, handles: FORM_HANDLES })
    queries.setQueryData(['user'], data)
    toast({ text: message, tone: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="修改姓名"
      fields={['name']}
      otherwise="name"
      check={(form) => missing(form, { name: '请输入姓名' })}
      send={send}
      submit="保存"
      busyText="正在保存…"
      onClose={onClose}
    >
      {(problems) => (
        <Field big label="姓名" name="name" defaultValue={name} autoComplete="name" maxLength={30} required error={problems.name} />
      )}
    </FormDialog>
  )
}
