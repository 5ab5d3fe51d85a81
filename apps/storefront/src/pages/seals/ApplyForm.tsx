import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { SealInfoWire } from '#contract/seals.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { sealApi } from '../../api/seal-calls.ts'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import { People } from './People.tsx'
import { SealPicture } from './SealPicture.tsx'
import css from './seals.module.css'

const FIELDS = ['purpose', 'legal_person', 'number', 'valid_until', 'picture_ids', 'authority_ids', 'user_ids', 'agreed']
const KINDS = [
  { value: 'contract', name: '合同专用章', purpose: '合同专用章' },
  { value: 'official', name: '公章', purpose: '' },
] as const

/** What staff need to let a company sign with its seal: whose word it is on, how it looks, who may use it. */
export function ApplyForm({ info, onDone }: { info: SealInfoWire; onDone: () => void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<(typeof KINDS)[number]>(KINDS[0])
  const [number, setNumber] = useState('')
  const [pictures, setPictures] = useState<UploadedFile[]>([])
  const [authority, setAuthority] = useState<UploadedFile[]>([])
  const [users, setUsers] = useState<readonly number[]>(info.people.length === 1 ? info.people.map((one) => one.account_id) : [])
  const [agreed, setAgreed] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const { problems, busy, submit } = useSubmit({ form, fields: FIELDS, otherwise: 'agreed' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = event.currentTarget
    void submit(
      () => ({
        ...missing(fields, { legal_person: '请填写法定代表人姓名' }),
        ...(authority.length === 0 ? { authority_ids: '请上传法定代表人授权书' } : {}),
        ...(users.length === 0 ? { user_ids: '请选择可用印人员' } : {}),
        ...(!agreed ? { agreed: '请确认已取得授权' } : {}),
      }),
      async () => {
        const body = {
          purpose: kind.value,
          legal_person: textOf(fields, 'legal_person'),
          number: number.trim(),
          valid_until: textOf(fields, 'valid_until'),
          picture_ids: pictures.map((one) => one.id),
          authority_ids: authority.map((one) => one.id),
          user_ids: [...users],
          agreed: 1,
        }
        const { message } = await api.ask(sealApi.apply, { body, handles: FORM_HANDLES })
        toast({ text: message, tone: 'success' })
        onDone()
        await revalidate()
      },
    )
  }
  return (
    <Block title="申请电子印章">
      <form ref={form} className={css.form} onSubmit={send} noValidate>
        <fieldset className={css.kinds}>
          <legend>印章种类</legend>
          {KINDS.map((one) => (
            <label key={one.value} className="check">
              <input type="radio" name="purpose" checked={kind.value === one.value} onChange={() => setKind(one)} />
              {one.name}
            </label>
          ))}
        </fieldset>
        <div className={css.preview}>
          <SealPicture name={info.company} purpose={kind.purpose} number={number} picture={pictures[0]?.url ?? ''} />
          <p className={css.hint}>
            {pictures.length > 0 ? '通过后只保留图片中的红色印文，背景会去掉。' : '不上传图片时，按企业名称绘制成这样。'}
          </p>
        </div>
        <Field label="法定代表人" name="legal_person" maxLength={20} autoComplete="off" error={problems.legal_person} required />
        <Field
          label="印章编号（选填）"
          name="number"
          inputMode="numeric"
          maxLength={13}
          value={number}
          onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
          hint="公安备案的 13 位编号"
          error={problems.number}
        />
        <Field label="有效期至（选填）" name="valid_until" type="date" hint="不填则到停用为止" error={problems.valid_until} />
        <FileUpload
          purpose="seal"
          name="picture_ids"
          label="印章图片（选填）"
          hint="在白纸上盖清楚后拍照或扫描"
          accept="image"
          max={1}
          files={pictures}
          onChange={setPictures}
          error={problems.picture_ids}
          onBusy={setWaiting}
        />
        <FileUpload
          purpose="seal"
          name="authority_ids"
          label="法定代表人授权书"
          hint="写明印章种类、用印人员和期限，法定代表人签字并盖公章"
          max={3}
          files={authority}
          onChange={setAuthority}
          error={problems.authority_ids}
          onBusy={setWaiting}
          required
        />
        <People people={info.people} chosen={users} onChange={setUsers} error={problems.user_ids} />
        <div>
          <label className="check">
            <input type="checkbox" name="agreed" checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
            已取得法定代表人授权；用此印章签署的协议对 {info.company} 有约束力
          </label>
          <p className={css.problem} role="alert">
            {problems.agreed}
          </p>
        </div>
        <div className={css.actions}>
          <Button type="submit" kind="primary" disabled={busy || waiting}>
            {busy ? '正在提交…' : waiting ? '文件上传中…' : '提交审核'}
          </Button>
          <Button onClick={onDone}>取消</Button>
        </div>
      </form>
    </Block>
  )
}
