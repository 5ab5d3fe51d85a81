import { addMonths, beijingDate, type TradeDate } from '#domain/dates.ts'

/** What expires then expires on no day on which journeys are made. */
export const inYears = (years: number): TradeDate => addMonths(beijingDate(new Date()), years * 12)
