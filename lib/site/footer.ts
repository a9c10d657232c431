import { brand } from '../../supabase/functions/_shared/brand.ts'

export const copyright = `© 2025 ${brand}. All rights reserved.`
