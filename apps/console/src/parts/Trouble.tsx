import { Alert, Button } from 'antd'
import { sentenceOf } from './outcome.ts'

/** A question that was not answered, in the place where its answer would stand. */
export function Trouble({ error, text, onAgain }: { error?: unknown; text?: string; onAgain?: () => void }) {
  return (
    <Alert
      type="error"
      showIcon
      className="trouble"
      title={text ?? sentenceOf(error)}
      action={
        onAgain && (
          <Button size="small" onClick={onAgain}>
            再试一次
          </Button>
        )
      }
    />
  )
}
