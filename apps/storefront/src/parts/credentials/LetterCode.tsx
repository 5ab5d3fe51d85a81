import { type FormEvent, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { textOf, useSubmit } from '#ui/form.ts'
import css from './stage.module.css'

interface Props {
  label: string
  action: string
  onCode: (code: string) => void
}

const LENGTH = 16

/** What stands on a letter, typed, or the whole link pasted. */
export function LetterCode({ label, action, onCode }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, submit } = useSubmit({ form, fields: ['letter'], otherwise: 'letter' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = textOf(event.currentTarget, 'letter').trim()
    const code = typed.slice(typed.lastIndexOf('#') + 1).replace(/[^\p{L}\p{N}]/gu, '')
    const { length } = code
    const wrong = length === 0 ? `请输入${label}` : `${label}是 ${LENGTH} 位字母和数字，现在有 ${length} 位`
    void submit(
      () => (length === LENGTH ? {} : { letter: wrong }),
      async () => onCode(code),
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <Field
        big
        label={label}
        name="letter"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        placeholder="ABCD-EFGH-JKMN-PQRS"
        hint="不分大小写，横线可以不输；也可以把整条链接粘贴进来"
        error={problems.letter}
      />
      <Button kind="primary" size="xl" block type="submit">
        {action}
      </Button>
    </form>
  )
}
