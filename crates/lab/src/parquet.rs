//! Rows as Parquet: the columns of [`rows`](crate::columns), texts as UTF-8, none of them missing except winner and
//! first.

use crate::{Column, Row, RowSink, columns};
use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type},
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use referee_shelf::Lineup;
use std::io::Write;
use std::sync::Arc;

/// How many rows make a group: what is kept in memory at a time.
const GROUP: usize = 65_536;

/// Writes rows as Parquet.
pub struct Parquet<W: Write + Send> {
    to: Option<SerializedFileWriter<W>>,
    sides: Vec<String>,
    columns: Vec<(String, Column)>,
    rows: Vec<Row>,
}

impl<W: Write + Send> Parquet<W> {
    /// Begins a file. What the run was of, such as its scene and seed, is kept as its metadata.
    pub fn new(to: W, lineup: &Lineup, facts: &[(&str, String)]) -> Result<Self, String> {
        let columns = columns(lineup);
        let fields = columns.iter().map(|(name, column)| field(name, column).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, String>>()?;
        let schema = Type::group_type_builder("fights").with_fields(fields).build().map_err(|e| e.to_string())?;
        let facts = facts.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder().set_created_by("referee".to_owned());
        let properties = Arc::new(properties.set_key_value_metadata(Some(facts)).build());
        let to = SerializedFileWriter::new(to, Arc::new(schema), properties).map_err(|error| error.to_string())?;
        let sides = lineup.sides.iter().map(|side| side.name.clone()).collect();
        Ok(Parquet { to: Some(to), sides, columns, rows: Vec::with_capacity(GROUP) })
    }

    fn write_group(&mut self) -> Result<(), String> {
        let Some(to) = &mut self.to else { return Ok(()) };
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = to.next_row_group().map_err(|error| error.to_string())?;
        for (_, column) in &self.columns {
            let mut writer = group
                .next_column()
                .map_err(|error| error.to_string())?
                .ok_or_else(|| "fewer columns than the schema has".to_owned())?;
            let written = match column {
                Column::Fight | Column::Seed => {
                    let value = |row: &Row| if *column == Column::Fight { row.fight } else { row.seed } as i64;
                    let values: Vec<i64> = self.rows.iter().map(value).collect();
                    writer.typed::<Int64Type>().write_batch(&values, None, None)
                }
                Column::Rounds | Column::Acts | Column::Gauge(_) => {
                    let value = |row: &Row| match column {
                        Column::Rounds => row.rounds as i32,
                        Column::Acts => row.acts as i32,
                        Column::Gauge(at) => row.gauges[*at],
                        _ => 0,
                    };
                    let values: Vec<i32> = self.rows.iter().map(value).collect();
                    writer.typed::<Int32Type>().write_batch(&values, None, None)
                }
                Column::Standing(at) => {
                    let values: Vec<bool> = self.rows.iter().map(|row| row.standing[*at]).collect();
                    writer.typed::<BoolType>().write_batch(&values, None, None)
                }
                Column::Ended => {
                    let values: Vec<ByteArray> = self.rows.iter().map(|row| ByteArray::from(row.ended)).collect();
                    writer.typed::<ByteArrayType>().write_batch(&values, None, None)
                }
                Column::Winner | Column::First => {
                    let side = |row: &Row| if *column == Column::Winner { row.winner } else { row.first };
                    let name = |row: &Row| self.sides.get(usize::from(side(row)?)).map(|name| name.as_str());
                    let levels: Vec<i16> = self.rows.iter().map(|row| i16::from(name(row).is_some())).collect();
                    let values: Vec<ByteArray> = self.rows.iter().filter_map(name).map(ByteArray::from).collect();
                    writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)
                }
            };
            written.map_err(|error| error.to_string())?;
            writer.close().map_err(|error| error.to_string())?;
        }
        group.close().map_err(|error| error.to_string())?;
        self.rows.clear();
        Ok(())
    }
}

fn field(name: &str, column: &Column) -> Result<Type, String> {
    let (physical, logical, repetition) = match column {
        Column::Fight | Column::Seed => (Physical::INT64, None, Repetition::REQUIRED),
        Column::Rounds | Column::Acts | Column::Gauge(_) => (Physical::INT32, None, Repetition::REQUIRED),
        Column::Standing(_) => (Physical::BOOLEAN, None, Repetition::REQUIRED),
        Column::Ended => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        Column::Winner | Column::First => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
    };
    let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition).with_logical_type(logical);
    builder.build().map_err(|error| error.to_string())
}

impl<W: Write + Send> RowSink for Parquet<W> {
    fn write(&mut self, rows: &[Row]) -> Result<(), String> {
        self.rows.extend_from_slice(rows);
        if self.rows.len() >= GROUP { self.write_group() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), String> {
        self.write_group()?;
        let Some(to) = self.to.take() else { return Ok(()) };
        to.close().map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use referee_shelf::{LineupActor, LineupSide};

    #[test]
    fn what_is_written_can_be_read() {
        let side = |name: &str| LineupSide { name: name.to_owned(), policy: "bold".to_owned() };
        let actor = LineupActor { key: "mudo".to_owned(), name: "Mudo".to_owned(), side: 0 };
        let gauge = referee_engine::Gauge { actor: referee_engine::ActorId(0), name: "Hit points".to_owned(), max: 9 };
        let lineup = Lineup {
            book: "toy".to_owned(),
            rules: 1,
            sides: vec![side("Left"), side("Right")],
            actors: vec![actor],
            gauges: vec![gauge],
        };
        let row = |fight: u64| Row {
            fight,
            seed: u64::MAX,
            ended: if fight == 1 { "drawn" } else { "won" },
            winner: (fight != 1).then_some(1),
            first: Some(0),
            rounds: 4,
            acts: 9,
            standing: vec![fight == 2],
            gauges: vec![-3],
        };
        let file = std::env::temp_dir().join(format!("referee-lab-{}.parquet", std::process::id()));
        let mut parquet =
            Parquet::new(std::fs::File::create(&file).unwrap(), &lineup, &[("seed", "7".to_owned())]).unwrap();
        parquet.write(&[row(0), row(1)]).unwrap();
        parquet.write(&[row(2)]).unwrap();
        parquet.finish().unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        let _ = std::fs::remove_file(&file);
        let expected = "{fight: 1, seed: -1, ended: \"drawn\", winner: null, first: \"Left\", rounds: 4, acts: 9, \
             mudo.standing: false, mudo.hit_points: -3}";
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[1], expected);
    }
}
