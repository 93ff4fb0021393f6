"""The functions a statement may call: pure ones that read nothing but their arguments, per dialect.

Left out on purpose: functions that wait, lock, read files, settings or accounts, change sequences, give random
values, or build values of any size (`repeat`, `zeroblob`). `sizes` bounds those whose size depends on an argument.
"""

from collections.abc import Iterable
from functools import cache


def allowed_functions(dialect: str, extra: Iterable[str] = ()) -> frozenset[str]:
    """The names, in upper case, that a statement in this dialect may call."""
    more = frozenset(name.upper() for name in extra)
    return _listed(dialect) | more if more else _listed(dialect)


@cache
def _listed(dialect: str) -> frozenset[str]:
    return _COMMON | _BY_DIALECT.get(dialect, _ALL)


def words(text: str) -> frozenset[str]:
    """The words of a list, in upper case."""
    return frozenset(text.upper().split())


_COMMON = words(
    """
    avg count max min sum abs ceil ceiling coalesce concat concat_ws exp floor greatest least length ln log log10 log2
    lower ltrim mod nullif pi pow power replace round rtrim sign sqrt substr substring trim upper
    sin cos tan asin acos atan atan2 radians degrees
    cast case if iif ifnull
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
    current_date current_time current_timestamp grouping
    stddev stddev_pop stddev_samp variance var_pop var_samp
    """
)

_SQLITE = words(
    """
    char date datetime glob group_concat hex instr julianday like likely nullif quote soundex strftime string_agg time
    timediff total printf format trunc typeof unicode unhex unixepoch unlikely octet_length likelihood
    json json_array json_array_length json_extract json_type json_valid json_object json_quote
    json_group_array json_group_object json_each json_tree
    """
)

_MYSQL = words(
    """
    adddate addtime ascii bin bit_and bit_count bit_length bit_or bit_xor char char_length character_length conv
    convert convert_tz cot crc32 curdate curtime date date_add date_format date_sub datediff day dayname dayofmonth
    dayofweek dayofyear elt extract field find_in_set format from_days from_unixtime get_format group_concat hex hour
    insert instr inet_aton inet_ntoa interval isnull json_array json_arrayagg json_contains json_contains_path
    json_extract json_keys json_length json_object json_objectagg json_quote json_search json_type json_unquote
    json_valid json_value last_day lcase left localtime localtimestamp locate makedate maketime match against md5
    microsecond mid minute month monthname median now nvl nvl2 octet_length ord percentile_cont percentile_disc
    period_add period_diff position quarter quote regexp_instr regexp_like regexp_replace regexp_substr reverse right
    sec_to_time second sha1 sha2 soundex std str_to_date strcmp subdate substring_index subtime time time_format
    time_to_sec timediff timestamp timestampadd timestampdiff to_days to_seconds truncate ucase unhex unix_timestamp
    utc_date utc_time utc_timestamp values week weekday weekofyear year yearweek any_value lpad rpad
    """
)

_POSTGRES = words(
    """
    age any_value array array_agg array_length array_position array_remove array_to_string ascii bit_and bit_length
    bit_or bool_and bool_or btrim cardinality cbrt char_length character_length chr corr cot covar_pop covar_samp
    date_bin date_part date_trunc decode div encode every extract format initcap isfinite json_agg json_array_length
    json_build_array json_build_object json_extract_path json_extract_path_text json_object_agg json_typeof jsonb_agg
    jsonb_array_length jsonb_build_array jsonb_build_object jsonb_extract_path jsonb_extract_path_text
    jsonb_object_agg jsonb_typeof justify_days justify_hours justify_interval left localtime localtimestamp make_date
    make_interval make_time make_timestamp make_timestamptz md5 mode now octet_length overlay percentile_cont
    percentile_disc position quote_literal regexp_count regexp_instr regexp_like regexp_match regexp_replace
    regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope reverse right split_part
    starts_with statement_timestamp string_agg string_to_array strpos timezone to_char to_date to_json to_jsonb
    to_number to_timestamp transaction_timestamp translate trunc unnest width_bucket bit_xor
    generate_series lpad rpad
    int4range int8range numrange tsrange tstzrange daterange isempty lower_inc upper_inc lower_inf upper_inf range_merge
    """
)

_DUCKDB = words(
    """
    age any_value approx_count_distinct approx_quantile arg_max arg_min argmax argmin array_agg array_length
    array_to_string ascii bit_and bit_or bool_and bool_or cbrt chr contains corr count_if covar_pop covar_samp date
    date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth
    dayofweek dayofyear decade century ends_with entropy epoch epoch_ms extract first fsum format
    group_concat hour initcap isodow isfinite isinf isnan kurtosis last last_day lcase left len levenshtein list
    list_value list_contains mad make_date make_time make_timestamp max_by md5 median min_by minute mode month
    monthname now nvl ord position prefix product quantile quantile_cont quantile_disc quarter regexp_extract
    regexp_full_match regexp_matches regexp_replace regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
    reverse right second skewness split split_part starts_with strftime string_agg string_split strip_accents
    strlen strpos strptime struct_pack suffix time_bucket to_days to_hours to_minutes to_months to_seconds to_weeks
    to_years today translate trunc try_cast ucase unicode unnest var_samp week weekday weekofyear year yearweek
    json_extract json_extract_string percentile_cont percentile_disc generate_series range to_timestamp try_strptime
    date_bin array_contains list_sum list_avg list_sort list_aggregate lpad rpad printf listagg
    """
)

_ALL = _MYSQL | _POSTGRES | _DUCKDB
"""For dialects without a list of their own, and the beginning of those that are tested by parsing only."""
_BIGQUERY = words(
    """
    any_value approx_count_distinct approx_quantiles approx_top_count array array_agg array_concat array_length
    array_reverse array_to_string bool byte_length char_length contains_substr corr countif covar_pop covar_samp date
    date_add date_diff date_sub date_trunc datetime datetime_add datetime_diff datetime_sub datetime_trunc div
    ends_with extract format_date format_datetime format_time format_timestamp if initcap int64 is_inf is_nan
    json_query json_query_array json_value json_value_array last_day logical_and logical_or max_by min_by normalize
    offset ordinal parse_date parse_datetime parse_time parse_timestamp percentile_cont percentile_disc regexp_contains
    regexp_extract regexp_extract_all regexp_instr regexp_replace reverse safe_add safe_cast safe_divide safe_multiply
    safe_negate safe_offset safe_ordinal safe_subtract split starts_with string string_agg strpos struct time time_add
    time_diff time_sub time_trunc timestamp timestamp_add timestamp_diff timestamp_micros timestamp_millis
    timestamp_seconds timestamp_sub timestamp_trunc to_json_string unix_date unix_micros unix_millis unix_seconds unnest
    """
)
_SNOWFLAKE = words(
    """
    add_months any_value approx_count_distinct approx_percentile array_agg array_construct array_contains array_size
    arrays_overlap as_varchar boolor_agg booland_agg charindex contains convert_timezone corr count_if covar_pop
    covar_samp date_from_parts date_part date_trunc dateadd datediff day dayname dayofweek dayofweekiso dayofyear div0
    div0null editdistance endswith equal_null get get_path hash_agg hour iff initcap is_null_value kurtosis last_day
    left len listagg max_by median min_by minute mode month monthname months_between nvl nvl2 object_agg
    object_construct parse_json percentile_cont percentile_disc position quarter ratio_to_report regexp_count
    regexp_instr regexp_like regexp_replace regexp_substr regr_slope reverse right rlike second skew split split_part
    square startswith time_slice timeadd timediff timestampadd timestampdiff to_boolean to_char to_date to_decimal
    to_double to_number to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_varchar translate
    trunc try_cast try_parse_json try_to_boolean try_to_date try_to_decimal try_to_double try_to_number
    try_to_timestamp typeof week weekiso width_bucket year yearofweek yearofweekiso zeroifnull
    """
)
_REDSHIFT = words(
    """
    add_months any_value approximate btrim charindex convert_timezone date_cmp date_part date_trunc dateadd datediff
    decode dexp dlog1 getdate initcap isnull last_day left len listagg median months_between next_day nvl nvl2
    percentile_cont percentile_disc position ratio_to_report regexp_count regexp_instr regexp_replace regexp_substr
    reverse right split_part strpos sysdate to_char to_date to_number to_timestamp translate trunc
    """
)
_BY_DIALECT = {
    "sqlite": _SQLITE,
    "mysql": _MYSQL,
    "postgres": _POSTGRES,
    "duckdb": _DUCKDB,
    "bigquery": _ALL | _BIGQUERY,
    "snowflake": _ALL | _SNOWFLAKE,
    "redshift": _ALL | _REDSHIFT,
}
