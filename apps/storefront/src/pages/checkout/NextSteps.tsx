import css from '../../parts/paying/pay.module.css'

/** What happens from here, in order. */
export function NextSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className={css.next}>
      {steps.map((step) => (
        <li key={step.title}>
          <b>{step.title}</b>
          <span>{step.text}</span>
        </li>
      ))}
    </ol>
  )
}
