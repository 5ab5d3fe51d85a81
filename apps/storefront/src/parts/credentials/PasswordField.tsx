import { type ComponentProps, useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end'>

/** A password, which may be looked at. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      maxLength={200}
      required
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="iconbtn"
          aria-pressed={shown}
          aria-label={shown ? `隐藏${props.label}` : `显示${props.label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
