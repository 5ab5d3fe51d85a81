import { CHOICE_CARDS, ChoiceCard } from '#ui/ChoiceCards.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './pay.module.css'
import type { PayInfo } from './pay-info.ts'

interface Props {
  channels: PayInfo['channels']
  chosen: string
  disabled: boolean
  onChoose: (code: string) => void
}

/** Why nothing can be paid at all, where every way is shut for the same reason; '' where that is not so. */
export function whyAllShut(channels: Props['channels']): string {
  const [first] = channels
  return first && channels.every(({ open, why }) => !open && why === first.why) ? first.why : ''
}

/** The ways to pay; one that is not open stays with its reason. */
export function PayChannels({ channels, chosen, disabled, onChoose }: Props) {
  return (
    <fieldset className={`${CHOICE_CARDS} ${css.channels}`} disabled={disabled}>
      <legend>支付方式</legend>
      {channels.map((channel) => (
        <ChoiceCard
          key={channel.code}
          name="channel"
          chosen={chosen === channel.code}
          shut={!channel.open}
          onChoose={() => onChoose(channel.code)}
        >
          <b>{channel.name}</b>
          {channel.note && <small>{channel.note}</small>}
          {!channel.open && (
            <small className={css.why}>
              <Icon name="lock" />
              {channel.why}
            </small>
          )}
        </ChoiceCard>
      ))}
    </fieldset>
  )
}
