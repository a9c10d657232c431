import {
  counted,
  countedPeople,
  grouped,
  money,
  percent,
  shareOf,
} from '../../supabase/functions/_shared/figures.ts'

// The emails to the owner write figures like the desk.
export { counted, countedPeople, grouped, money, percent, shareOf }
