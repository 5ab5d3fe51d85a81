import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import { defineTask, NO_PAYLOAD } from '../../../platform/tasks.ts'

export const keeping = defineTask('figures.keep', NO_PAYLOAD, { cron: '*/5 * * * *' })
/** Twenty past one at night in Beijing. */
export const settling = defineTask('figures.settle', NO_PAYLOAD, { cron: '20 17 * * *' })
export const remaking = defineTask('figures.remake', Type.Object({ remake_id: Id }))

/** Each hour: whoever is due and was not sent to yet. */
export const sending = defineTask('figures.send', NO_PAYLOAD, { cron: '10 * * * *' })
