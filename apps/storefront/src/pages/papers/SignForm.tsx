import { type FormEvent, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import type { Contract } from './ContractText.tsx'
import css from './contract.module.css'

const FIELDS = ['signer_name', 'signer_title', 'agreed']

/** Who signs, and that they have read it. Open once the text was read to its end. */
export function SignForm({ contract, read }: { contract: Contract; read: boolean }) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [agreed, setAgreed] = useState(false)
  const { problems, busy, submit } = useSubmit({ form, fields: FIELDS, otherwise: 'agreed' })
  const sign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = event.currentTarget
    void submit(
      () => ({
        ...missing(fields, { signer_name: '请填写签署人姓名', signer_title: '请填写签署人职务' }),
        ...(!read ? { agreed: '请先阅读合同至末尾' } : !agreed ? { agreed: '请勾选同意后签署' } : {}),
      }),
      async () => {
        const body = {
          version: contract.version,
          sha256: contract.sha256,
          signer_name: textOf(fields, 'signer_name'),
          signer_title: textOf(fields, 'signer_title'),
          agreed: 1,
        }
        const { message } = await client.ask(memberApi.contractSign, { body, handles: FORM_HANDLES })
        toast({ text: message || '合同已签署', tone: 'success' })
        void queries.invalidateQueries({ queryKey: ['user'] })
        await revalidate()
      },
    )
  }
  return (
    <Block title="签署">
      <form ref={form} className={css.sign} onSubmit={sign} noValidate>
        <Field
          label="签署人姓名"
          name="signer_name"
          maxLength={20}
          autoComplete="name"
          defaultValue={contract.signer.name}
          error={problems.signer_name}
        />
        <Field
          label="职务"
          name="signer_title"
          maxLength={20}
          autoComplete="organization-title"
          placeholder="如 企业负责人、采购负责人"
          defaultValue={contract.signer.title}
          error={problems.signer_title}
        />
        <div className={css.agree}>
          <label className="check">
            <input type="checkbox" name="agreed" checked={agreed} disabled={!read} onChange={(event) => setAgreed(event.target.checked)} />
            我已阅读全文，经授权代表 {contract.buyer} 签署，并同意其全部条款
          </label>
          {!read && <p className="muted">请将合同读至末尾，或展开全文，之后可以签署。</p>}
          <p className={css.problem} role="alert">
            {problems.agreed}
          </p>
        </div>
        <SealNote seal={contract.seal} />
        <p className={css.signNote}>签署即生效。系统记录签署账号、时间、网络地址与全文校验值，生成的合同可随时下载。</p>
        <Button type="submit" kind="primary" size="lg" disabled={busy || (contract.seal?.why ?? '') !== ''}>
          {busy ? '正在签署…' : '确认签署'}
        </Button>
      </form>
    </Block>
  )
}

/** Whose seal will stand on it. */
function SealNote({ seal }: { seal: Contract['seal'] }) {
  if (seal === null) {
    return (
      <p className={css.signNote}>
        贵司尚未启用电子印章：协议上只有签署人姓名，没有印章与第二个电子签名。
        <Link className="link" to={memberPaths.seals()}>
          申请电子印章
        </Link>
      </p>
    )
  }
  return <p className={css.signNote}>{seal.why === '' ? `将使用贵司${seal.name}用印，并计入用印记录。` : `${seal.why}。`}</p>
}
