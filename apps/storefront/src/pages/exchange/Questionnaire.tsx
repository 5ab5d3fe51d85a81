import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { QuestionnaireWire } from '#contract/firsttrade.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, type Problems, textOf, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { FieldError } from '#ui/Labelled.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberApi } from '../../api/member-calls.ts'
import css from './exchange.module.css'

type Question = QuestionnaireWire['questions'][number]

const fieldOf = (key: string) => `answers.${key}`
const NOTES: Readonly<Record<QuestionnaireWire['state'], string>> = {
  none: 'note-info',
  sent: 'note-info',
  accepted: 'note-ok',
  returned: 'note-bad',
}

function saidOf({ state, sent_at: at, reason }: QuestionnaireWire): string {
  if (state === 'returned') return `已退回：${reason}。请补充后重新提交。`
  if (state === 'accepted') return `已于 ${beijingTime(at ?? '')} 提交并通过；情况有变化时请重新填写提交。`
  if (state === 'sent') return `已于 ${beijingTime(at ?? '')} 提交，正在审核；审核前可以修改后重新提交。`
  return '首次采购前请如实填写，带 * 的必填。我司质量部门审核后计入首营档案。'
}

/** The wholesaler's questionnaire about this company's quality management. */
export function Questionnaire({ form }: { form: QuestionnaireWire }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLFormElement>(null)
  const fields = [...form.questions.map(({ key }) => fieldOf(key)), 'filled_by', 'filled_title']
  const { problems, busy, submit } = useSubmit({ form: box, fields, otherwise: 'filled_title' })
  const [punished, setPunished] = useState(form.answers.punished ?? '')

  const check = (): Problems => {
    if (box.current === null) return {}
    const found: Record<string, string> = {}
    for (const { key, text, must } of form.questions)
      if (must === 1 && textOf(box.current, fieldOf(key)).trim() === '') found[fieldOf(key)] = `请填写：${text}`
    if (textOf(box.current, 'filled_by').trim() === '') found.filled_by = '请填写填表人'
    if (textOf(box.current, 'filled_title').trim() === '') found.filled_title = '请填写职务'
    return found
  }
  const send = async () => {
    const element = box.current
    if (element === null) return
    const answers = Object.fromEntries(form.questions.map(({ key }) => [key, textOf(element, fieldOf(key)).trim()]))
    const { message } = await client.ask(memberApi.questionnaireSend, {
      body: { answers, filled_by: textOf(element, 'filled_by').trim(), filled_title: textOf(element, 'filled_title').trim() },
      handles: FORM_HANDLES,
    })
    toast({ text: message, tone: 'success' })
    await revalidate()
  }
  return (
    <form
      ref={box}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(check, send)
      }}
    >
      <p className={`note ${NOTES[form.state]}`}>
        <Icon name={form.state === 'returned' ? 'warn' : 'info'} />
        {saidOf(form)}
      </p>
      {form.questions.map((question) =>
        question.kind === 'choice' ? (
          <Choice
            key={question.key}
            question={question}
            choices={form.choices}
            answer={form.answers[question.key] ?? ''}
            error={problems[fieldOf(question.key)]}
            onChange={question.key === 'punished' ? setPunished : undefined}
          />
        ) : (
          (question.key !== 'punished_note' || punished === '是') && (
            <Field
              key={question.key}
              label={`${question.text}${question.must === 1 ? ' *' : ''}`}
              name={fieldOf(question.key)}
              maxLength={200}
              autoComplete="off"
              defaultValue={form.answers[question.key] ?? ''}
              error={problems[fieldOf(question.key)]}
            />
          )
        ),
      )}
      <div className={css.signer}>
        <Field
          label="填表人 *"
          name="filled_by"
          maxLength={30}
          autoComplete="name"
          defaultValue={form.filled_by}
          error={problems.filled_by}
        />
        <Field
          label="职务 *"
          name="filled_title"
          maxLength={30}
          autoComplete="organization-title"
          defaultValue={form.filled_title}
          error={problems.filled_title}
        />
      </div>
      <div>
        <Button kind="primary" size="lg" type="submit" disabled={busy}>
          {busy ? '正在提交…' : form.state === 'none' ? '提交调查表' : '重新提交'}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  question: Question
  choices: readonly string[]
  answer: string
  error: string | undefined
  onChange: ((value: string) => void) | undefined
}

function Choice({ question: { key, text, must }, choices, answer, error, onChange }: ChoiceProps) {
  const name = fieldOf(key)
  return (
    <fieldset aria-describedby={`${name}-error`}>
      <legend>
        {text}
        {must === 1 && ' *'}
      </legend>
      <div className={css.choices}>
        {choices.map((choice) => (
          <label key={choice} className="check">
            <input
              type="radio"
              name={name}
              value={choice}
              defaultChecked={answer === choice}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange?.(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`}>{error}</FieldError>
    </fieldset>
  )
}
