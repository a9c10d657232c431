import { type Operator, operator } from './operator.ts'

const own: Operator = operator

export const brand: string = own.brand ?? 'Brand Scalers'
