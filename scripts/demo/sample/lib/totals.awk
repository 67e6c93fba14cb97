# Adds up the amounts of date,category,amount,note lines by category.
NR == 1 || NF < 3 { next }
{
  amount = $3
  gsub(/[^0-9.]/, "", amount) # 12.50 EUR, EUR 12.50
  total[$2] += amount
}
END {
  for (key in total) printf "%s\t%.2f\n", key, total[key]
}
