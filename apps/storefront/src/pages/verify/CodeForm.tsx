import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { textOf, useSubmit } from '#ui/form.ts'
import { paths } from '../../paths.ts'
import css from './verify.module.css'

/** For whoever has the paper in hand and no camera: what stands under its code is typed. */
export function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { problems, submit } = useSubmit({ form, fields: ['code'], otherwise: 'code' })
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = textOf(event.currentTarget, 'code').replace(/\s/g, '')
    const [, found = typed] = /\/verify\/([^/?#]+)/.exec(typed) ?? []
    const isCode = /^[a-z]{2}\d{14,24}-[0-9a-z]{10}$/i.test(found)
    void submit(
      () => (isCode ? {} : { code: '应形如 SH20261122000123-ABCDE23456：编号、短横线、十位校验码' }),
      async () => navigate(paths.verify(found.toUpperCase())),
    )
  }
  return (
    <Block title="输入编号与校验码">
      <form ref={form} className={css.form} onSubmit={look} noValidate>
        <Field
          label="编号-校验码"
          name="code"
          defaultValue={code}
          maxLength={200}
          autoComplete="off"
          placeholder="SH20261122000123-ABCDE23456"
          error={problems.code}
        />
        <Button type="submit" kind="primary">
          核验
        </Button>
      </form>
      <p className={css.hint}>用手机扫单据右上角的二维码可直接打开核验结果；二维码里的网址也可以整段粘贴到这里。</p>
    </Block>
  )
}
